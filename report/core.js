// core.js — what all parts of the page use: the document, elements, numbers, the query of the search field.
//
// Strings of the document come from untrusted files. They reach the page through text nodes and attributes that hold
// text (title, aria-label), never through markup.

const report = JSON.parse(document.getElementById('sybil-report').textContent);
const kernels = report.kernels || [];
const devices = report.devices || [];
const files = report.files || [];
// Rows of resources become objects, with the name of their architecture.
for (const kernel of kernels)
	kernel.resources = (kernel.resources || []).map(row => Object.fromEntries((report.resource_columns || []).map((title, c) =>
		[title, row[c] === null ? undefined : title === 'arch' ? (report.arches || [])[row[c]] : row[c]])));
// Chains share their calls: each call has the index of the next one, which is smaller than its own.
for (const blame of report.blame || []) {
	const calls = report.calls || [], chain = [];
	for (let at = blame.chain, below = calls.length; at < below; below = at, at = calls[at].next)
		chain.push(calls[at]);
	blame.chain = chain;
}
const byId = id => document.getElementById(id);

// Invisible characters, and those that change how others look, are escaped.
const steering = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e' +
	'\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}]', 'gu');
const clean = text => String(text).replace(steering, c => {
	const digits = c.codePointAt(0).toString(16);
	return digits.length > 4 ? `\\u{${digits}}` : digits.length > 2 ? '\\u' + digits.padStart(4, '0') : '\\x' + digits.padStart(2, '0');
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
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const count = n => grouped.format(n);
const plural = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;
const hex = n => '0x' + n.toString(16);
function size(n) {
	if (n < 1024)
		return `${count(n)} B`;
	const unit = Math.min(5, Math.floor(Math.log2(n) / 10) - 1);
	return `${tenths.format(n / 1024 ** (unit + 1))} ${['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'][unit]}`;
}
const percent = share => `${share < 0.1 ? tenths.format(share * 100) : count(Math.round(share * 100))} %`;
// How much of a list the document has, and which verb prints the rest.
const countOf = (shown, left) => left ? `${count(shown)} of ${count(shown + left)}` : count(shown);
const leftOut = (n, one, verb) => n ? el('p', { class: 'muted' }, `Not in this page: ${plural(n, one)}; `, code(verb), n === 1 ? ' lists it.' : ' lists them.') : '';

const kernelName = kernel => kernel ? kernel.name || kernel.kernel || '' : '';
// The common prefix of the names of all kernels, up to a `::`.
const sharedName = (() => {
	const names = kernels.map(kernelName), first = names.length > 1 ? names[0] : '';
	let length = first.length;
	for (const name of names)
		while (length && !name.startsWith(first.slice(0, length)))
			length--;
	return first.slice(0, length).replace(/(^|::)[^:]*$/, '$1');
})();
// A kernel's name in a table: without a long common prefix, and cut in its middle if it is still long. The hint has the full name.
function kernelLabel(name, most) {
	if (sharedName.length <= 24 || !name.startsWith(sharedName))
		return middle(name, most);
	const label = middle(`…${name.slice(sharedName.length)}`, most);
	label.title = clean(name);
	return label;
}

const fileName = file => typeof file === 'number' ? (files[file] || {}).file || '' : file || '';
// File names without the folders that they share.
const sharedFolders = files.map((_, f) => fileName(f)).reduce((shared, name) => {
	let i = 0;
	while (i < shared.length && shared[i] === name[i])
		i++;
	return shared.slice(0, i);
}, files.length > 1 ? fileName(0) : '').replace(/[^/]*$/, '').length;

// Modules are numbered in their package; a file may have several packages.
const moduleName = row => [row.package !== undefined && `package ${brief(row.package)}`, row.module !== undefined && `module ${brief(row.module)}`]
	.filter(Boolean).join(' · ');
// Where a kernel or a module comes from, if there are several files or packages; tables then have a column for it.
const origin = row => [files.length > 1 && row.file !== undefined && fileName(row.file).slice(sharedFolders), row.package !== undefined && moduleName(row)]
	.filter(Boolean).join(' · ');
const origins = kernels.map(origin);
const longestOrigin = Math.min(36, origins.reduce((most, text) => Math.max(most, text.length), 0));
const originTitle = files.length > 1 ? 'File' : 'Package';
const originColumns = of => longestOrigin ? [{ title: originTitle, of: row => origins[of(row)] || '', show: row => middle(origins[of(row)] || '') }] : [];

// A long name is cut in its middle by the style, because names often differ at their end.
const tailOf = text => -Math.min(28, Math.floor(text.length / 2));
const middle = (text, most = 40) => text.length <= most ? code(text) :
	el('code', { class: 'middle', title: text }, el('span', null, text.slice(0, tailOf(text))), el('span', null, text.slice(tailOf(text))));

// Any value of the document as one line.
function brief(value) {
	if (value === null || value === undefined)
		return '–';
	if (typeof value === 'boolean')
		return value ? 'yes' : 'no';
	if (typeof value === 'number')
		return Number.isInteger(value) ? count(value) : String(value);
	if (Array.isArray(value))
		return value.length ? value.map(brief).join(', ') : 'none';
	if (typeof value === 'object')
		return Object.entries(value).map(([key, item]) => `${key}: ${brief(item)}`).join(', ');
	return value;
}

const answers = {
	native: { sign: '●', word: 'native', text: 'runs, native code is in the file' },
	jit: { sign: '◐', word: 'JIT', text: 'runs, compiled from IR on the device' },
	no: { sign: '✕', word: 'no', text: 'does not run' },
	unknown: { sign: '?', word: 'unknown', text: 'not known: the configuration does not say' },
	unasked: { sign: '–', word: 'not checked', text: 'was not checked' },
};
const answerOf = verdict => !verdict ? 'unasked' : answers[verdict.answer] && verdict.answer !== 'unasked' ? verdict.answer : 'unknown';
// Why a kernel has no answers.
const notAsked = kernel => kernel.not_asked || (files[kernel.file] || {}).not_asked;
const chip = answer => el('span', { class: `chip ${answer}` }, `${answers[answer].sign} ${answers[answer].word}`);

// ---- the frame of the page ----

const nav = el('nav', { 'aria-label': 'Sections' });
const main = el('main', { id: 'main', tabindex: -1 }, el('h1', null, report.title || 'Report'));
document.body.prepend(el('a', { class: 'skip', href: '#main' }, 'Skip to the report'),
	el('header', { class: 'top' }, el('span', { class: 'brand', 'aria-hidden': 'true' }, 'sybil'), nav, el('div', { id: 'tools' })),
	main, el('footer', null, `Written by sybil ${report.sybil || ''}. This file needs no network and loads nothing.`));

// A section with its link; returns the box to draw in. `part` shows how much of a list the document has.
function section(id, link, title, part) {
	const box = el('div', { class: 'live' });
	main.append(el('section', { id, 'aria-labelledby': `${id}-title` },
		el('h2', { id: `${id}-title`, class: link === title || id !== 'overview' ? '' : 'hidden' }, title, part ? [' ', el('small', null, part)] : ''), box));
	nav.append(el('a', { href: `#${id}` }, link));
	return box;
}
const partOfList = (list, left) => left ? countOf(list.length, left) : '';

// Reasons for missing answers: a line for each file that has the key.
const reasonsOf = (key, before) => files.filter(file => file[key]).map(file => el('p', null, before, code(file.file), `: ${file[key]}`));

// Announces changes to screen readers. There is only one such element: a search changes all tables, which must not all
// speak at once.
const speaker = el('p', { class: 'hidden', id: 'spoken', role: 'status' });
document.body.append(speaker);
function speak(text) {
	speaker.textContent = clean(text);
}

// Moves the focus on when a button removes itself.
function replaceFocus(button, next) {
	button.remove();
	if (!next)
		return;
	const stop = next.matches('button, summary') ? next : next.querySelector('summary, button') || next;
	if (stop === next && !next.matches('button, summary'))
		next.tabIndex = -1;
	stop.focus({ preventScroll: true });
}

// The words of the search field, in lower case; listeners are called when they change.
const query = {
	words: [],
	listeners: [],
	set(text) {
		this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
		this.listeners.forEach(listener => listener());
		const found = kernelText.filter(name => this.matches(name)).length;
		speak(this.words.length ? `${count(found)} of ${plural(kernels.length, 'kernel')}` : `All of ${plural(kernels.length, 'kernel')}`);
	},
	matches(text) {
		return this.words.every(word => text.includes(word));
	},
};
const kernelText = kernels.map(kernel => `${kernelName(kernel)} ${kernel.kernel || ''}`.toLowerCase());

// Longer tables contain only the visible rows, one line each; in full they come in pieces of this size.
const manyRows = 120;

// The rows of a table of which only the visible ones are in the page; two empty rows have the height of the others. One
// row is a tab stop: the one that had the focus last, or, if that is not visible, the first visible one.
class Rows {
	static every = [];

	constructor(scroller, body, height, columns, make) {
		Object.assign(this, { scroller, body, height, columns, make, items: [], from: 0, to: 0, current: 0, all: false, wanted: -1, pieces: [body] });
		Rows.every.push(this);
		scroller.addEventListener('scroll', () => this.draw(), { passive: true });
		new ResizeObserver(() => this.draw()).observe(scroller);
	}

	set(items) {
		this.items = items;
		this.current = 0;
		this.from = this.to = this.wanted = -1;
		this.clear();
		this.draw();
		this.growLater();
	}

	// For paper, all rows.
	print(on) {
		this.clear();
		this.body.replaceChildren(...on ? this.items.map((item, i) => this.make(item, i)) : []);
		if (!on)
			this.set(this.items);
	}

	// Called before anything measures an element, so that thousands of rows are not laid out again.
	clear() {
		this.pieces.splice(1).forEach(piece => piece.remove());
	}

	// Short tables are complete, so that the browser's own search finds their rows, and so are long ones on request: their rows
	// can then have any height.
	whole() {
		return this.all || this.items.length <= manyRows;
	}

	span() {
		if (this.whole())
			return [0, Math.min(this.items.length, Math.max(this.to, manyRows))];
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
		const rows = this.items.slice(from, to).map((item, i) => this.make(item, from + i));
		if (from > 0)
			rows.unshift(this.gap(from));
		if (to < this.items.length && !this.all)
			rows.push(this.gap(this.items.length - to));
		const held = this.focused();
		const place = held && [Number(held.closest('tr').dataset.r), held.dataset.c];
		this.body.replaceChildren(...rows);
		this.measure();
		this.setStop();
		if (place)
			(this.cell(...place) || this.scroller).focus({ preventScroll: true });
	}

	gap(rows) {
		const row = el('tr', { class: 'gap', 'aria-hidden': 'true' }, el('td', { colspan: this.columns }));
		row.firstChild.style.height = `${rows * this.height}px`;
		return row;
	}

	// The focused element, if it is in one of the rows.
	focused() {
		return this.pieces.some(piece => piece.contains(document.activeElement)) ? document.activeElement : null;
	}

	// Thousands of rows at once would block the page for seconds, so they come with the next frames, each piece in a body of
	// its own, which is about as high as the first one until it becomes visible.
	growLater() {
		cancelAnimationFrame(this.frame);
		const busy = this.all && this.to < this.items.length;
		this.scroller.setAttribute('aria-busy', String(busy));
		if (busy)
			this.frame = requestAnimationFrame(() => this.grow());
	}

	grow() {
		const from = this.to;
		this.to = Math.min(this.items.length, from + manyRows);
		const piece = el('tbody', { role: 'rowgroup' }, this.items.slice(from, this.to).map((item, i) => this.make(item, from + i)));
		piece.style.setProperty('--high', `${this.body.offsetHeight * piece.children.length / manyRows}px`);
		this.pieces.at(-1).after(piece);
		this.pieces.push(piece);
		// the focus moves to a row that did not exist when the key was pressed
		if (this.wanted >= 0 && this.wanted < this.to && this.focused())
			this.go(this.wanted, this.head);
		this.growLater();
	}

	// The style determines the height of rows: on narrow screens they have several lines.
	measure() {
		const high = this.whole() || this.width === this.scroller.clientWidth ? 0 : this.row(this.from).offsetHeight;
		if (!high)
			return;
		// once for each width, because rows of slightly different heights would alternate
		this.width = this.scroller.clientWidth;
		if (high === this.height)
			return;
		this.height = high;
		this.from = this.to = -1;
		this.draw();
	}

	setStop() {
		const seen = Math.min(this.items.length - 1, Math.ceil(this.scroller.scrollTop / this.height));
		const stop = this.cell(this.current >= this.from && this.current < this.to ? this.current : seen, this.column);
		if (this.stop)
			this.stop.tabIndex = -1;
		this.stop = stop;
		if (stop)
			stop.tabIndex = 0;
	}

	// The element to focus: a row, or one of its cells if these are numbered.
	cell(index, column) {
		const row = index >= this.from && index < this.to ? this.row(index) : null;
		return row && column !== undefined ? row.querySelector(`[data-c="${column}"]`) : row;
	}

	// Moves the focus to a row.
	go(index, head) {
		[this.wanted, this.head] = [this.all && index >= this.to ? index : -1, head];
		if (this.wanted >= 0)
			return null;
		this.reveal(index, head);
		// not earlier: drawing returns the focus to the row that had it
		this.current = index;
		this.setStop();
		const cell = this.cell(index, this.column);
		if (cell)
			cell.focus({ preventScroll: true });
		// a row may be higher than estimated once it is visible
		if (this.all)
			requestAnimationFrame(() => requestAnimationFrame(() => this.focused() === cell && this.reveal(index, head)));
		return cell;
	}

	// Scrolls a row into view, below the sticky head.
	reveal(index, head) {
		const row = this.whole() ? this.row(index) : null;
		const place = row && row.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - this.scroller.clientTop;
		const top = row ? this.scroller.scrollTop + place - head : index * this.height;
		const bottom = top + (row ? row.offsetHeight : this.height) - (this.scroller.clientHeight - head);
		if (this.scroller.scrollTop > top)
			this.scroller.scrollTop = top;
		else if (this.scroller.scrollTop < bottom)
			this.scroller.scrollTop = bottom;
		this.draw();
	}

	row(index) {
		if (this.all)
			return this.pieces[Math.floor(index / manyRows)].children[index % manyRows];
		return this.body.children[index - this.from + (this.from > 0 ? 1 : 0)];
	}
}
