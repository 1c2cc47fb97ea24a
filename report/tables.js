// tables.js — tables with sortable columns that follow the search: resources, splits, needs, checks.

// The start of the qualified name in a function's signature, and the text before its arguments.
function qualified(name) {
	const end = name.search(/[<(]/), head = end < 0 ? name : name.slice(0, end);
	return [head.lastIndexOf(' ') + 1, head];
}
// The namespaces that all functions of the chains share, without the kernels, which come first.
const sharedCalls = (() => {
	let shared = null;
	for (const blame of report.blame || [])
		for (const call of (blame.chain || []).slice(1)) {
			const [start, head] = qualified(call.function || '');
			let length = shared === null ? head.length - start : 0;
			while (shared !== null && length < shared.length && head[start + length] === shared[length])
				length++;
			shared = head.slice(start, start + length);
		}
	return (shared || '').replace(/(^|::)[^:]*$/, '$1');
})();
function callLabel(name) {
	const [start, head] = qualified(name);
	if (sharedCalls.length < 8 || !head.startsWith(sharedCalls, start))
		return middle(name, 80);
	const label = middle(`…${name.slice(start + sharedCalls.length)}`, 80);
	label.title = clean(name);
	return label;
}
// From the function that uses the aspect back to the kernel.
function chainOf(blame) {
	const chain = blame.chain || [];
	return chain.toReversed().flatMap((call, i) => [i ? ' ← ' : '',
		i < chain.length - 1 ? callLabel(call.function || '') : i ? 'the kernel' : 'the kernel itself',
		call.source ? el('span', { class: 'muted' }, ` ${call.source}`) : '']);
}
// How the aspect is used, if known.
const useOf = blame => blame.use ? el('span', { class: 'muted' }, ` ${blame.use}`) : '';

const byLetters = new Intl.Collator('en');

// columns: { title, of: row → value to sort by, show: row → node or text, bar: draw its share of the largest }
// long: texts need several lines; a long table cuts them until all rows are shown in full
function sortable(box, { caption, columns, rows, text, extra, sort, long }) {
	const state = { column: sort ?? -1, down: sort !== undefined };
	const largest = columns.map(column => column.bar ? Math.max(1, ...rows.map(row => column.of(row) || 0)) : 0);
	const body = el('tbody', { role: 'rowgroup' });
	const heads = columns.map((column, c) => el('th', { scope: 'col', role: 'columnheader', class: column.bar || column.number ? 'num' : '' },
		el('button', { type: 'button', onclick: () => choose(c) }, column.title)));
	const table = el('table', { role: 'table', class: long && rows.length <= manyRows ? 'sorted wraps' : 'sorted' }, el('caption', { class: 'hidden' }, caption),
		el('thead', { role: 'rowgroup' }, el('tr', { role: 'row', 'aria-rowindex': 1 }, heads)), body);
	const scroller = el('div', { class: 'scroll tall', role: 'region', 'aria-label': caption, tabindex: 0 }, table);
	const status = el('span');
	const whole = rows.length > manyRows && el('button', { type: 'button', class: 'whole', 'aria-pressed': 'false', onclick: toggle });

	function toggle() {
		drawn.clear();
		drawn.all = !drawn.all;
		whole.setAttribute('aria-pressed', String(drawn.all));
		if (drawn.all)
			table.style.setProperty('--columns', heads.map(head => `minmax(0, ${Math.max(1, head.offsetWidth)}fr)`).join(' '));
		table.classList.toggle('wraps', drawn.all);
		table.classList.toggle('full', drawn.all);
		refresh();
	}

	function cell(column, row, c) {
		const value = column.of(row);
		const shown = column.show ? column.show(row) : brief(value);
		if (!column.bar)
			return el('td', { role: 'cell', class: column.number ? 'num' : '', 'data-title': column.title, title: typeof shown === 'string' ? shown : '' }, shown);
		const bar = el('i', { class: value && column.alarm ? 'bar alarm' : 'bar' });
		bar.style.width = `${100 * (value || 0) / largest[c]}%`;
		return el('td', { role: 'cell', class: 'num', 'data-title': column.title }, value ? bar : '', value ? el('span', null, shown) : el('span', { class: 'muted' }, value === 0 ? '0' : '–'));
	}
	const drawn = new Rows(scroller, body, 26, columns.length, (row, r) =>
		el('tr', { role: 'row', tabindex: -1, 'data-r': r, 'aria-rowindex': r + 2 }, columns.map((column, c) => cell(column, row, c))));

	function choose(c) {
		// numbers sort from the largest first, words alphabetically
		state.down = state.column === c ? !state.down : Boolean(columns[c].bar || columns[c].number);
		state.column = c;
		refresh();
		speak(`${caption}: by ${columns[c].title}, ${state.down ? 'descending' : 'ascending'}`);
	}

	function refresh() {
		let list = rows.filter(row => query.matches(text(row)) && (!extra || extra.keeps(row)));
		if (state.column >= 0) {
			const of = columns[state.column].of, sign = state.down ? -1 : 1;
			list = list.map((row, i) => [of(row), i, row]).sort(([a, i], [b, j]) => sign * (
				typeof a === 'string' || typeof b === 'string' ? byLetters.compare(String(a ?? ''), String(b ?? '')) :
				(a ?? -1) - (b ?? -1)) || i - j).map(entry => entry[2]);
		}
		heads.forEach((head, c) => head.setAttribute('aria-sort',
			c !== state.column ? 'none' : state.down ? 'descending' : 'ascending'));
		scroller.scrollTop = 0;
		table.setAttribute('aria-rowcount', list.length + 1);
		drawn.set(list);
		if (whole) {
			whole.textContent = list.length === 1 ? 'Show this row in full' : `Show all ${count(list.length)} rows in full`;
			whole.hidden = !list.length;
		}
		status.textContent = list.length === rows.length ? rows.length > 20 ? plural(rows.length, 'row') : '' :
			`${count(list.length)} of ${plural(rows.length, 'row')}`;
	}

	function narrow() {
		refresh();
		speak(`${caption}: ${status.textContent || plural(rows.length, 'row')}`);
	}

	table.addEventListener('keydown', event => {
		const row = event.target.closest('tr[data-r]');
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 }[event.key];
		if (!row || !step)
			return;
		event.preventDefault();
		const to = Math.max(0, Math.min(drawn.items.length - 1, Number(row.dataset.r) + step));
		drawn.go(to, getComputedStyle(heads[0]).position === 'sticky' ? table.tHead.offsetHeight : 0);
	});
	table.addEventListener('focusin', event => {
		const row = event.target.closest('tr[data-r]');
		if (!row)
			return;
		drawn.current = Number(row.dataset.r);
		drawn.setStop();
	});
	if (extra)
		box.append(el('div', { class: 'filters', role: 'group', 'aria-label': `Filters of ${caption}` }, extra.make(narrow)));
	box.append(el('p', { class: 'status' }, status, whole), scroller);
	query.listeners.push(refresh);
	refresh();
}

function resources() {
	const rows = kernels.flatMap((kernel, k) => (kernel.resources || []).map(entry => ({ k, ...entry })));
	if (!rows.length)
		return;
	const box = section('resources', 'Resources', 'Resources of native code', partOfList(rows, report.resources_left_out));
	const number = (title, key, more) => ({ title, of: row => row[key], bar: true, ...more });
	const arches = [...new Set(rows.map(row => row.arch).filter(Boolean))].sort();
	const chosen = { arch: '', spilling: false };
	// older compilers report only the sum
	const both = row => row.spill_private ?? (row.spill === undefined && row.private === undefined ? undefined : (row.spill || 0) + (row.private || 0));
	const together = rows.some(row => row.spill_private !== undefined);
	const known = [
		{ title: 'Kernel', of: row => kernelName(kernels[row.k]), show: row => kernelLabel(kernelName(kernels[row.k])) },
		...originColumns(row => row.k),
		{ title: 'Arch', of: row => row.arch || '' },
		number('SIMD', 'simd'), number('GRF', 'grf'), number('Spill', 'spill', { alarm: true, show: row => size(row.spill || 0) }),
		number('Private', 'private', { show: row => size(row.private || 0) }),
		...together ? [{ title: 'Spill + private', of: both, bar: true, alarm: true, show: row => size(both(row) || 0) }] : [],
		number('Scratch', 'scratch', { show: row => size(row.scratch || 0) }),
		number('SLM', 'slm', { show: row => size(row.slm || 0) }), number('Barriers', 'barriers'),
		number('Code', 'code', { show: row => size(row.code || 0) })];
	const columns = known.filter(column => ['Kernel', 'Spill'].includes(column.title) || rows.some(row => column.of(row) !== undefined));
	sortable(box, {
		caption: 'Resources of kernels', rows, columns, sort: columns.findIndex(column => column.title === (together ? 'Spill + private' : 'Spill')),
		text: row => `${kernelText[row.k]} ${row.arch || ''}`.toLowerCase(),
		extra: {
			keeps: row => (!chosen.arch || row.arch === chosen.arch) && (!chosen.spilling || (row.spill ?? row.spill_private) > 0),
			make: refresh => [
				el('label', null, 'Arch ', el('select', { id: 'filter-arch',
					onchange: event => { chosen.arch = event.target.value; refresh(); } },
				el('option', { value: '' }, 'any'), arches.map(arch => el('option', { value: arch }, arch)))),
				el('label', null, el('input', { type: 'checkbox', id: 'filter-spill',
					onchange: event => { chosen.spilling = event.target.checked; refresh(); } }), ' only what spills'),
			],
		},
	});
	box.append(leftOut(report.resources_left_out, 'more row', 'sybil show --deep'));
}

function splits() {
	const rows = report.splits || [];
	if (!rows.length)
		return;
	const box = section('splits', 'Splits', 'Why modules are separate');
	const names = row => (row.kernels || []).map(k => kernelName(kernels[k]));
	const list = row => {
		const all = names(row);
		return el('details', null, el('summary', null, plural(all.length, 'kernel')),
			el('ul', null, all.map(name => el('li', null, code(name)))));
	};
	const cards = el('div', { class: 'cards', role: 'region', 'aria-label': 'Modules', tabindex: 0 });
	const status = el('p', { class: 'status' });
	const card = row => el('article', { class: 'card' },
		el('h3', null, files.length > 1 ? `${fileName(row.file)} · ` : '', moduleName(row)),
		el('p', null, row.why || ''),
		(row.aspects || []).length ? el('p', { class: 'tags' }, row.aspects.map(aspect => el('span', { class: 'tag' }, aspect))) : '',
		list(row));
	function refresh() {
		const found = rows.filter(row => !query.words.length || (row.kernels || []).some(k => query.matches(kernelText[k] || '')));
		cards.replaceChildren();
		more(found, 0);
		status.textContent = found.length < rows.length ? `${count(found.length)} of ${plural(rows.length, 'module')}` : '';
	}
	function more(found, from) {
		cards.append(...found.slice(from, from + 300).map(card));
		if (found.length > from + 300)
			cards.append(el('button', { type: 'button', onclick: event => { more(found, from + 300); replaceFocus(event.target, event.target.nextElementSibling); } },
				`Show ${plural(found.length - from - 300, 'more module')}`));
		// one of the lists is a tab stop, arrow keys move to the others
		[...cards.querySelectorAll('summary')].forEach((summary, i) => { summary.tabIndex = i ? -1 : 0; });
	}
	cards.addEventListener('keydown', event => {
		const all = [...cards.querySelectorAll('summary')];
		const at = all.indexOf(event.target), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
		if (at < 0 || !step || !all[at + step])
			return;
		event.preventDefault();
		all[at].tabIndex = -1;
		all[at + step].tabIndex = 0;
		all[at + step].focus();
	});
	box.append(status, cards);
	query.listeners.push(refresh);
	refresh();
}

function needs() {
	const rows = report.blame || [];
	const unknown = reasonsOf('not_explained', 'Not analysed: LLVM IR of ');
	if (!rows.length && !unknown.length)
		return;
	const box = section('blame', 'Needs', 'Why aspects are needed', partOfList(rows, report.blame_left_out));
	const name = row => typeof row.kernel === 'number' ? kernelName(kernels[row.kernel]) : row.kernel || '';
	if (rows.length)
		sortable(box, {
		caption: 'Calls that lead to required aspects', rows, long: true,
		text: row => `${name(row)} ${row.needs} ${row.use || ''} ${(row.chain || []).map(call => call.function).join(' ')}`.toLowerCase(),
		columns: [
			{ title: 'Kernel', of: name, show: row => kernelLabel(name(row)) },
			...originColumns(row => row.kernel),
			{ title: 'Needs', of: row => row.needs || '', show: row => el('span', null, el('span', { class: 'tag' }, row.needs || ''), useOf(row)) },
			{ title: 'Used by', of: row => (row.chain || []).length > 1 ? row.chain.at(-1).function || '' : '', show: row => el('span', { class: 'chain' }, chainOf(row)) },
		],
	});
	box.append(leftOut(report.blame_left_out, 'more chain', 'sybil opt --explain'), ...unknown);
}

function checks() {
	const rows = report.checks || [];
	const box = section('checks', 'Checks', 'Checks', partOfList(rows, report.checks_left_out));
	if (!rows.length) {
		box.append(report.checks_left_out ? '' : el('p', { class: 'good' }, '✓ No problems found.'), leftOut(report.checks_left_out, 'more finding', 'sybil check'));
		return;
	}
	const order = { error: 0, warning: 1, info: 2, note: 3 };
	const signs = { error: '✕', warning: '▲', info: '○', note: '·' };
	const at = row => row.offset !== undefined ? hex(row.offset) : row.line !== undefined ? `${row.line}:${row.column ?? 1}` : '';
	sortable(box, {
		caption: 'Findings of the checks', rows, long: true,
		text: row => `${row.severity} ${row.check || ''} ${fileName(row.file)} ${row.text || ''}`.toLowerCase(),
		columns: [
			{ title: 'Severity', of: row => order[row.severity] ?? 4,
				show: row => el('span', { class: `severity ${row.severity}` }, `${signs[row.severity] || '·'} ${row.severity || ''}`) },
			{ title: 'Check', of: row => row.check || '', show: row => code(row.check || '') },
			{ title: 'File', of: row => fileName(row.file) },
			{ title: 'Place', of: row => row.offset ?? row.line ?? -1, show: at, number: true },
			{ title: 'What', of: row => row.text || '', show: row => el('span', { title: [row.text, ...(row.notes || []).map(brief)].join('; ') }, row.text || '',
				(row.notes || []).length ? el('span', { class: 'muted' }, ` · ${row.notes.map(brief).join('; ')}`) : '') },
		],
	});
	box.append(leftOut(report.checks_left_out, 'more finding', 'sybil check'));
}
