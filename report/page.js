// page.js — the other sections (differences, files, contents, links), tools, keys, paper; then draws everything.

function changes() {
	const diff = report.diff;
	if (!diff)
		return;
	const box = section('diff', 'Changes', 'What changed');
	const name = row => typeof row.kernel === 'number' ? kernelName(kernels[row.kernel]) : row.name || row.kernel || '';
	const lost = row => (row.devices || []).map(d => (devices[d] || {}).name).filter(Boolean).join(', ');
	const signs = { worse: '▲', better: '▼', added: '+', removed: '−', changed: '·' };
	const groups = [['regressions', 'Regressions', 'worse', 'regression'], ['improvements', 'Improvements', 'better', 'improvement'],
		['changes', 'Other changes', 'same', 'change']];
	// The place as the verb prints it: file:place: text
	const where = row => row.file === undefined ? '' : [fileName(row.file),
		...row.offset !== undefined ? [hex(row.offset)] : row.line !== undefined ? [row.line, row.column || 1] : []].join(':') + ': ';
	if (!diff.verdict) {
		const errors = diff.error ? [diff.error] : (report.checks || []).filter(row => row.severity === 'error');
		box.append(el('p', { class: 'verdict worse' }, '✕ Cannot be compared: ', errors.filter(row => row.text).map(row => where(row) + row.text).join('; ') || 'see the checks'));
		return;
	}
	const verdict = diff.verdict;
	const missing = key => diff[`${key}_left_out`] || 0;
	const sum = key => (diff[key] || []).length + missing(key);
	const words = sum('regressions') ? plural(sum('regressions'), 'regression') : verdict.same ? 'Nothing changed' : 'Nothing got worse';
	box.append(el('p', { class: `verdict ${sum('regressions') ? 'worse' : 'better'}` }, sum('regressions') ? '▲ ' : '✓ ', words,
		el('span', null, ` · ${plural(sum('improvements'), 'improvement')} · ${plural(sum('changes'), 'other change')}`)));
	const difference = row => {
		const { before, after } = row;
		if (typeof before !== 'number' || typeof after !== 'number' || !before || before === after)
			return '';
		return ` ${after > before ? '+' : '−'}${percent(Math.abs(after - before) / before)}`;
	};
	// Of records, such as those of images, the values that differ; the hint has all of them.
	const isRecord = value => value !== null && typeof value === 'object' && !Array.isArray(value);
	const short = value => /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : brief(value);
	const side = (value, other) => !isRecord(value) ? short(value) : [
		...value.size !== undefined ? [`${count(value.size)} B`] : [],
		...Object.keys(value).filter(key => !['size', 'sha256', 'index'].includes(key) &&
			!(isRecord(other) && JSON.stringify(value[key]) === JSON.stringify(other[key]))).map(key => `${key}: ${brief(value[key])}`)].join(', ');
	const content = row => isRecord(row.before) && isRecord(row.after) && row.before.sha256 !== row.after.sha256;
	const attribute = row => (row.attribute || (row.arch ? 'native code' : 'kernel')).replaceAll('_', ' ') + (content(row) ? ', content' : '');
	const columns = [
		{ title: 'What', of: row => row.what || '',
			show: row => el('span', { class: `what ${row.what}` }, `${signs[row.what] || '·'} ${row.what || ''}`) },
		{ title: 'Kernel', of: name, show: row => kernelLabel(name(row)) },
		{ title: 'Attribute', of: row => row.attribute || '', show: row => el('span', { title: lost(row) }, attribute(row),
			row.arch || row.devices ? el('span', { class: 'muted' }, ` · ${row.arch || lost(row)}`) : '') },
		{ title: 'Before', of: row => row.before ?? '', number: true,
			show: row => el('span', { title: brief(row.before) }, side(row.before, row.after)) },
		{ title: 'After', of: row => row.after ?? '', number: true,
			show: row => el('span', { title: brief(row.after) }, side(row.after, row.before), el('span', { class: 'muted' }, difference(row))) },
	];
	for (const [key, title, kind, one] of groups) {
		const rows = diff[key] || [];
		if (!sum(key))
			continue;
		const part = el('div', { class: `changes ${kind}` }, el('h3', null, `${title} `, el('small', null, countOf(rows.length, missing(key)))));
		box.append(part);
		if (rows.length)
			sortable(part, { caption: title, rows, columns, long: true,
				text: row => `${name(row)} ${row.attribute || ''} ${row.arch || ''} ${row.what || ''}`.toLowerCase() });
		part.append(leftOut(missing(key), `more ${one}`, 'sybil diff'));
	}
}

// A tree whose nodes are built when they are opened. An object is labelled with its name.
function tree(key, value) {
	if (value === null || typeof value !== 'object')
		return el('div', { class: 'leaf' }, el('span', { class: 'key' }, key), ' ', el('span', null, brief(value)));
	const entries = Array.isArray(value) ? value.map((item, i) => [String(i), item]) : Object.entries(value);
	const named = value.name || value.kernel || value.file || value.kind || value.arch;
	const node = el('details', null, el('summary', null, el('span', { class: 'key' }, key),
		typeof named === 'string' && named !== key ? el('span', null, ` ${named}`) : '', el('span', { class: 'muted' }, ` ${count(entries.length)}`)));
	const more = from => {
		node.append(...entries.slice(from, from + 200).map(([name, item]) => tree(name, item)));
		if (entries.length > from + 200)
			node.append(el('button', { type: 'button', onclick: event => { more(from + 200); replaceFocus(event.target, event.target.nextElementSibling); } },
				`${count(entries.length - from - 200)} more`));
	};
	node.addEventListener('toggle', () => node.open && node.children.length === 1 && more(0));
	return node;
}

function contents() {
	const shortened = { detail: ': without the details of kernels in zebins; ', deep: ': without the contents of images; ', modules: ': not in this page, because it is too large; ' };
	if (!files.some(file => file.shown || file.shown_without))
		return;
	section('contents', 'Contents', 'Contents of the files').append(
		el('p', { class: 'paper' }, 'Every decoded field is in the document of this page; ', code('sybil show --deep'), ' prints them.'),
		el('div', { class: 'tree' }, files.filter(file => file.shown).map(file => tree(file.file, file.shown))),
		...files.filter(file => file.shown_without).map(file => el('p', { class: 'muted' }, code(file.file), shortened[file.shown_without.at(-1)] || ': ',
			code('sybil show --deep'), ' prints that.')));
}

function links() {
	const { modules = [], symbols = [], maps = [] } = report.links || {};
	if (!symbols.length && !maps.length)
		return;
	const box = section('links', 'Links', 'Links between modules');
	const label = index => {
		const module = modules[index];
		if (!module)
			return 'missing';
		const name = moduleName(module);
		return files.length > 1 || !name ? `${fileName(module.file)} ${name}` : name;
	};
	if (symbols.length)
		sortable(box, {
			caption: 'Imported symbols', rows: symbols, long: true, text: row => `${row.symbol} ${row.name || ''}`.toLowerCase(),
			columns: [
				{ title: 'Symbol', of: row => row.name || row.symbol || '', show: row => code(row.name || row.symbol || '') },
				{ title: 'Imported by', of: row => label(row.from) },
				{ title: 'Exported by', of: row => label(row.to),
					show: row => modules[row.to] ? label(row.to) : el('span', { class: 'severity error' }, '✕ missing') },
			],
		});
	maps.forEach((map, i) => linkMap(box, map, map.file || String(i)));
}

// The lists of a link map, and those of each of its modules; fit.c counts their rows.
const mapTables = [
	['inputs', false, 'Inputs', { File: 'file', State: 'state', Modules: 'modules', Bytes: 'bytes' }],
	['members', true, 'Members of modules', { File: 'file', 'Its module': 'module', Role: 'role' }],
	['kernels', true, 'Kernels of the modules', { Kernel: '' }],
	['symbols', true, 'Resolved symbols', { Symbol: 'symbol', 'Imported by': 'from', 'Exported by': 'by', Target: 'target' }],
	['imports', true, 'Remaining imports', { Symbol: '' }],
	['spec_ids', true, 'Specialization constants with a new id', { File: 'file', 'Its module': 'module', Before: 'from', After: 'to' }],
	['images', true, 'Images', { Target: 'target', Kind: 'kind', 'Made of': 'from', How: 'how', 'Bytes before': 'bytes_before', Bytes: 'bytes' }],
	['dropped', false, 'Dropped modules and images', { File: 'file', Module: 'module', Image: 'image', Why: 'why' }],
];

function linkMap(box, { map = {}, rows_left_out: cut, lists_left_out: missing = {}, too_large: large }, name) {
	const list = value => Array.isArray(value) ? value : [];
	box.append(el('h3', null, 'Link map ', code(name)));
	for (const [key, ofModule, caption, titles] of mapTables) {
		const rows = ofModule ? list(map.modules).flatMap((module, m) => list(module && module[key]).map(row => ({ m, row }))) :
			list(map[key]).map(row => ({ row }));
		if (!rows.length)
			continue;
		const value = (item, of) => of && item.row !== null ? item.row[of] : item.row;
		const columns = Object.entries(titles).map(([title, of]) => ({ title, of: item => value(item, of), show: item => brief(value(item, of)),
			number: rows.every(item => typeof value(item, of) === 'number') }));
		const part = el('div', null, el('h4', null, `${caption} `, el('small', null, missing[key] ? `${count(rows.length)} of ${count(rows.length + missing[key])}` : count(rows.length))));
		box.append(part);
		sortable(part, { caption: `${caption}, ${name}`, rows, columns: [...ofModule ? [{ title: 'Module', of: item => item.m, show: item => String(item.m) }] : [], ...columns],
			text: item => brief(item.row).toLowerCase() });
	}
	if (cut || large)
		box.append(el('p', { class: 'muted' }, 'Not in this page, but in ', code(name), large ? ': the link map, which is too large.' : `: ${plural(cut, 'more row')}.`));
	if (!large)
		box.append(el('div', { class: 'tree' }, tree(cut ? 'part of the map' : 'the whole map', map)));
}

function overview() {
	if (!files.length)
		return;
	const unread = files.some(file => (file.summary || {}).not_decoded);
	const total = (key, one) => {
		const n = (report[key] || []).length + (report[`${key}_left_out`] || 0);
		return el('li', null, el('b', null, count(n)), ` ${one}${n === 1 ? '' : 's'}`);
	};
	const fact = ([name, value]) => el('div', null, el('dt', null, name.replaceAll('_', ' ')), el('dd', null, brief(value)));
	section('overview', 'Files', 'Overview').append(
		el('ul', { class: 'totals' }, total('files', 'file'), kernels.length || !unread ? total('kernels', 'kernel') : '', total('devices', 'device'), total('checks', 'finding')),
		devices.length && kernels.length ? fares() : '',
		el('div', { class: 'files' }, files.map(file => el('article', { class: 'file' }, el('h3', null, file.file || ''),
			el('dl', { class: 'facts' }, Object.entries({ kind: file.kind, size: size(file.bytes || 0), ...file.summary }).filter(([, value]) => value !== undefined).map(fact)),
			file.error ? el('p', { class: 'bad' }, '✕ ', file.error.text || brief(file.error)) : ''))));
}

// A bar of the best answers of all kernels.
function fares() {
	const verdicts = report.verdicts || [];
	const best = (report.answers || []).map(list => {
		const found = new Set(list.map(v => answerOf(verdicts[v])));
		return ['native', 'jit', 'unknown', 'no'].find(answer => found.has(answer)) || 'unknown';
	});
	const sums = { native: 0, jit: 0, no: 0, unknown: 0, unasked: 0 };
	kernels.forEach(kernel => { sums[best[kernel.answers] || 'unasked']++; });
	const words = { native: 'run natively on some device', jit: 'run by JIT at best', no: 'do not run on any device', unknown: 'may run', unasked: 'were not checked' };
	const bar = el('div', { class: 'share', 'aria-hidden': 'true' }, Object.keys(sums).filter(key => sums[key]).map(key => {
		const part = el('i', { class: key });
		part.style.flexGrow = sums[key];
		return part;
	}));
	return el('div', { class: 'fares' }, bar, el('p', null,
		Object.keys(sums).filter(key => sums[key]).map(key => el('span', null, chip(key), ` ${count(sums[key])} ${words[key]}`))));
}

// ---- head and keys ----

const keys = [['/', 'search kernels'], ['↑ ↓ ← →', 'move in a table'], ['Enter', 'open, sort'], ['Backspace', 'out of a part of the sizes'], ['Esc', 'back, clear the search'],
	['g, then a number', 'go to a section; 0 is the tenth'], ['t', 'dark or light'], ['?', 'this help']];

function tools() {
	const search = el('input', { type: 'search', id: 'search', placeholder: 'Search kernels  /', 'aria-label': 'Search kernels',
		'aria-keyshortcuts': '/', autocomplete: 'off', spellcheck: 'false' });
	let waiting = 0;
	search.addEventListener('input', () => {
		clearTimeout(waiting);
		waiting = setTimeout(() => query.set(search.value), 60);
	});
	const store = {
		get: key => { try { return localStorage.getItem(`sybil-${key}`); } catch { return null; } },
		set: (key, value) => { try { localStorage.setItem(`sybil-${key}`, value); } catch { /* a page from disk may have no storage */ } },
	};
	const dark = matchMedia('(prefers-color-scheme: dark)');
	const root = document.documentElement;
	if (['dark', 'light'].includes(store.get('theme')))
		root.dataset.theme = store.get('theme');
	const isDark = () => (root.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
	const toggle = el('button', { type: 'button', id: 'theme', 'aria-keyshortcuts': 't', onclick: turn });
	function name() {
		toggle.textContent = isDark() ? '☀ Light' : '☾ Dark';
		toggle.setAttribute('aria-label', isDark() ? 'Light theme' : 'Dark theme');
	}
	function turn() {
		root.dataset.theme = isDark() ? 'light' : 'dark';
		store.set('theme', root.dataset.theme);
		name();
	}
	dark.addEventListener('change', name);
	name();
	// speech input, and keys hit by accident, need a way to turn single-character keys off
	const letters = el('input', { type: 'checkbox', id: 'letters', checked: store.get('letters') !== 'off',
		onchange: () => store.set('letters', letters.checked ? 'on' : 'off') });
	const help = el('dialog', { id: 'help', 'aria-labelledby': 'help-title' }, el('h2', { id: 'help-title' }, 'Keys'),
		el('dl', null, keys.flatMap(([key, what]) => [el('dt', null, el('kbd', null, key)), el('dd', null, what)])),
		el('p', null, el('label', null, letters, ' keys of a single letter or sign')),
		el('button', { type: 'button', onclick: () => help.close() }, 'Close'));
	const ask = el('button', { type: 'button', id: 'ask', 'aria-label': 'Keys', 'aria-keyshortcuts': '?',
		onclick: () => help.showModal() }, '?');
	byId('tools').append(search, toggle, ask);
	document.body.append(help);

	let going = false;
	document.addEventListener('keydown', event => {
		const typing = event.target.closest('input, select, textarea');
		// Esc only closes the help
		if (help.open)
			return;
		if (event.key === 'Escape' && (typing === search || (!typing && search.value))) {
			search.value = '';
			query.set('');
			search.blur();
			return;
		}
		if (typing || event.ctrlKey || event.metaKey || event.altKey || !letters.checked)
			return;
		// 0 is the tenth
		const section = going && /^\d$/.test(event.key) && document.querySelectorAll('header.top nav a')[(Number(event.key) + 9) % 10];
		going = event.key === 'g';
		if (section)
			section.click();
		else if (event.key === '/')
			search.focus();
		else if (event.key === '?')
			help.showModal();
		else if (event.key === 't')
			turn();
		else
			return;
		event.preventDefault();
	});
}

// On paper, tables have all rows, and the table of sizes is open.
function printing() {
	const turn = on => {
		Rows.every.forEach(rows => rows.scroller.querySelector('.grid') || rows.print(on));
		document.querySelectorAll('details.sizes').forEach(details => { details.open = on; });
	};
	addEventListener('beforeprint', () => turn(true));
	addEventListener('afterprint', () => turn(false));
}

// Marks the link of the visible section.
function follow() {
	const linksOf = new Map([...document.querySelectorAll('header.top nav a')].map(link => [link.hash.slice(1), link]));
	const seen = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(entry => {
		linksOf.forEach((link, id) => id === entry.target.id ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current'));
	}), { rootMargin: '-15% 0px -75% 0px' });
	linksOf.forEach((_, id) => byId(id) && seen.observe(byId(id)));
}

[changes, overview, matrix, treemap, resources, splits, needs, links, checks, contents, tools, follow, printing].forEach(part => part());
requestAnimationFrame(() => setTimeout(() => {
	document.documentElement.dataset.rendered = Math.round(performance.now());
}));
