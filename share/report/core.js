// core.js — what all parts of the page use: the document, elements, numbers, the query of the search field.
//
// Strings of the document come from untrusted files. They reach the page through text nodes and attributes that hold
// text (title, aria-label), never through markup.

const report = JSON.parse(document.getElementById('sybil-report').textContent);
const kernels = report.kernels || [];
const devices = report.devices || [];
const files = report.files || [];
// Rows of resources have their titles once, and the number of their architecture.
for (const kernel of kernels)
	kernel.resources = (kernel.resources || []).map(row => Object.fromEntries((report.resource_columns || []).map((title, c) =>
		[title, row[c] === null ? undefined : title === 'arch' ? (report.arches || [])[row[c]] : row[c]])));
const byId = id => document.getElementById(id);

// Characters that draw nothing and change how others look are spelled out, as the page's writer does.
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const clean = text => String(text).replace(steering, c => {
	const code = c.charCodeAt(0);
	return code < 256 ? '\\x' + code.toString(16).padStart(2, '0') : '\\u' + code.toString(16).padStart(4, '0');
});

// An element: attributes, handlers (onclick: …), and children, which are nodes or text.
function el(name, attributes, ...children) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {})) {
		if (value === undefined || value === null || value === false)
			continue;
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else if (key === 'class')
			element.className = value;
		else
			element.setAttribute(key, value === true ? '' : clean(value));
	}
	for (const child of children.flat())
		if (child !== undefined && child !== null && child !== false)
			element.append(child instanceof Node ? child : clean(child));
	return element;
}
const code = text => el('code', null, text);

const grouped = new Intl.NumberFormat('en');
const count = n => grouped.format(n);
const plural = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;
const hex = n => '0x' + n.toString(16);
function size(n) {
	if (n < 1024)
		return `${count(n)} B`;
	const unit = Math.min(5, Math.floor(Math.log2(n) / 10) - 1);
	return `${(n / 1024 ** (unit + 1)).toFixed(1)} ${['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'][unit]}`;
}
const percent = share => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

const kernelName = kernel => kernel ? kernel.name || kernel.kernel || '' : '';
// A kernel as a cell shows it: with its file where there are several.
const kernelLabel = kernel => files.length > 1 && kernel.file !== undefined ?
	el('span', null, middle(kernelName(kernel)), el('small', { class: 'muted' }, ` ${fileName(kernel.file)}`)) : middle(kernelName(kernel));
const fileName = file => typeof file === 'number' ? (files[file] || {}).file || '' : file || '';

// A long name cut in its middle by the style: what tells names apart often stands at their end.
const middle = (text, most = 90) => text.length <= most ? code(text) :
	el('code', { class: 'middle', title: text }, el('span', null, text.slice(0, -28)), el('span', null, text.slice(-28)));

// Anything of the document in a line.
function brief(value) {
	if (value === null || value === undefined)
		return '–';
	if (typeof value === 'boolean')
		return value ? 'yes' : 'no';
	if (typeof value === 'number')
		return Number.isInteger(value) ? count(value) : String(value);
	if (Array.isArray(value))
		return value.map(brief).join(', ');
	if (typeof value === 'object')
		return Object.entries(value).map(([key, item]) => `${key}: ${brief(item)}`).join(', ');
	return value;
}

const answers = {
	native: { sign: '●', word: 'native', text: 'runs, native code is in the file' },
	jit: { sign: '◐', word: 'JIT', text: 'runs, compiled from IR on the device' },
	no: { sign: '✕', word: 'no', text: 'does not run' },
	unknown: { sign: '?', word: 'unknown', text: 'the configuration cannot tell' },
	unasked: { sign: '–', word: 'not asked', text: 'nobody was asked about it' },
};
const answerOf = verdict => !verdict ? 'unasked' : answers[verdict.answer] && verdict.answer !== 'unasked' ? verdict.answer : 'unknown';
// Why, for kernels without answers.
const notAsked = kernel => kernel.not_asked || (files[kernel.file] || {}).not_asked;
const chip = answer => el('span', { class: `chip ${answer}` }, `${answers[answer].sign} ${answers[answer].word}`);

// The script's part of a section; tables that need no script are hidden on screens, and are what is printed.
function live(id) {
	const section = byId(id);
	if (!section)
		return null;
	const box = el('div', { class: 'live' });
	section.querySelector(':scope > h2').after(box);
	return box;
}

// What people look for. Listeners are called with the words, in lower case.
const query = {
	words: [],
	listeners: [],
	set(text) {
		this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
		this.listeners.forEach(listener => listener());
	},
	matches(text) {
		return this.words.every(word => text.includes(word));
	},
};
const kernelText = kernels.map(kernel => `${kernelName(kernel)} ${kernel.kernel || ''}`.toLowerCase());

// Tables with more rows show those in sight alone, a line each.
const manyRows = 120;

// Rows of a table of which only those in sight are in the page: the others are two empty rows of their height.
class Rows {
	constructor(scroller, body, height, columns, make) {
		Object.assign(this, { scroller, body, height, columns, make, items: [], from: 0, to: 0, all: false });
		scroller.addEventListener('scroll', () => this.draw(), { passive: true });
		new ResizeObserver(() => this.draw()).observe(scroller);
	}

	set(items) {
		this.items = items;
		this.from = this.to = -1;
		this.draw();
	}

	// Few rows are all there, for the browser's own search, and so are many where somebody asks for them: then a row
	// may have any height.
	whole() {
		return this.all || this.items.length <= manyRows;
	}

	span() {
		if (this.whole())
			return [0, this.items.length];
		const first = Math.floor(this.scroller.scrollTop / this.height) - 15;
		const seen = Math.ceil((this.scroller.clientHeight || 600) / this.height);
		const from = Math.max(0, Math.min(first, this.items.length - seen));
		return [from, Math.min(this.items.length, from + seen + 30)];
	}

	draw() {
		const [from, to] = this.span();
		if (from === this.from && to === this.to)
			return;
		[this.from, this.to] = [from, to];
		const gap = rows => {
			const row = el('tr', { class: 'gap', 'aria-hidden': 'true' }, el('td', { colspan: this.columns }));
			row.firstChild.style.height = `${rows * this.height}px`;
			return row;
		};
		const rows = this.items.slice(from, to).map((item, i) => this.make(item, from + i));
		if (from > 0)
			rows.unshift(gap(from));
		if (to < this.items.length)
			rows.push(gap(this.items.length - to));
		this.body.replaceChildren(...rows);
	}

	// Bring a row into sight, below the head that stays.
	reveal(index, head) {
		const row = this.whole() ? this.row(index) : null;
		const top = row ? row.offsetTop - head : index * this.height;
		const bottom = top + (row ? row.offsetHeight : this.height) - (this.scroller.clientHeight - head);
		if (this.scroller.scrollTop > top)
			this.scroller.scrollTop = top;
		else if (this.scroller.scrollTop < bottom)
			this.scroller.scrollTop = bottom;
		this.draw();
	}

	row(index) {
		return this.body.children[index - this.from + (this.from > 0 ? 1 : 0)];
	}
}
