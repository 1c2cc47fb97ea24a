// matrix.js — kernels × devices: columns of equal devices, filters, a cell cursor, and the reasons.

function matrix() {
	if (!devices.length || !kernels.length)
		return;
	const box = section('matrix', 'Devices', 'Which kernel runs where');
	const verdicts = report.verdicts || [];
	const lists = report.answers || [];
	const verdict = (kernel, device) => verdicts[(lists[kernel.answers] || [])[device]];

	// Verdicts with the same answer and the same reasons are equal, whatever their image.
	const keys = new Map();
	const same = verdicts.map(v => {
		const key = JSON.stringify([v.answer, v.why]);
		return keys.get(key) ?? keys.set(key, keys.size).get(key);
	});
	const deviceText = devices.map(device => `${device.name} ${device.from || ''}`.toLowerCase());

	const state = { device: '', answer: '', group: devices.length > 12, rows: [], columns: [], row: 0, column: 0 };

	function columnsOf() {
		const wanted = devices.map((_, d) => d).filter(d => deviceText[d].includes(state.device));
		if (!state.group)
			return wanted.map(d => [d]);
		const groups = new Map();
		for (const d of wanted) {
			const key = lists.map(list => same[list[d]]).join();
			groups.set(key, [...groups.get(key) || [], d]);
		}
		return [...groups.values()];
	}

	function rowsOf() {
		const good = state.answer && lists.map(list =>
			state.columns.some(column => answerOf(verdicts[list[column[0]]]) === state.answer));
		return kernels.map((_, k) => k).filter(k =>
			query.matches(kernelText[k]) && (!state.answer || (good[kernels[k].answers] ?? state.answer === 'unasked')));
	}

	const head = el('tr', { 'aria-rowindex': 1 });
	const body = el('tbody');
	const caption = el('caption', { class: 'hidden' }, 'Kernels by devices. Arrow keys move; the details describe the cell.');
	const table = el('table', { role: 'grid', class: 'grid' }, caption, el('thead', null, head), body);
	const scroller = el('div', { class: 'scroll tall', tabindex: -1 }, table);
	table.style.setProperty('--where', `${longestOrigin}ch`);
	const pane = el('aside', { class: 'pane', tabindex: 0, 'aria-label': 'Details of the chosen cell' });
	const status = el('p', { class: 'status' });
	const rows = new Rows(scroller, body, 26, 1, makeRow);

	function deviceLabel(column) {
		const name = devices[column[0]].name;
		return column.length > 1 ? `${name} +${count(column.length - 1)}` : name;
	}

	function makeRow(k, r) {
		const kernel = kernels[k];
		const raw = kernel.kernel && kernel.kernel !== kernelName(kernel) ? ` — ${kernel.kernel}` : '';
		const where = longestOrigin ? el('small', { class: 'where muted' }, middle(origins[k], 36)) : '';
		const name = el('th', { scope: 'row', title: kernelName(kernel) + raw }, el('div', { class: 'named' }, kernelLabel(kernelName(kernel)), where));
		const cells = state.columns.map((column, c) => {
			const v = verdict(kernel, column[0]);
			const answer = answerOf(v);
			const why = reasons(kernel, v).map((reason, i) => (i ? '; ' : ': ') + reason).join('');
			const cell = document.createElement('td');
			cell.className = answer;
			cell.textContent = answers[answer].sign;
			if (notes && v && (v.why || []).length)
				cell.append(el('sup', null, String(noteOf(v))));
			cell.title = clean(answers[answer].word + why);
			cell.setAttribute('aria-label', cell.title);
			cell.tabIndex = -1;
			cell.dataset.c = c;
			return cell;
		});
		return el('tr', { 'aria-rowindex': r + 2, 'data-r': r }, name, cells);
	}

	// On paper, where there are no hints, reasons are numbered notes.
	let notes = null;
	function noteOf(v) {
		const text = v.why.join('; ');
		return notes.get(text) ?? notes.set(text, notes.size + 1).get(text);
	}
	const paper = el('div', { class: 'paper' });
	function print(on) {
		notes = on ? new Map() : null;
		rows.print(on);
		paper.replaceChildren();
		if (!on)
			return;
		const shared = state.columns.filter(column => column.length > 1);
		paper.append(el('p', null, Object.values(answers).map(answer => `${answer.sign} ${answer.word}`).join(', ')),
			notes.size ? el('h3', null, 'Why') : '', el('ol', { class: 'why' }, [...notes.keys()].map(text => el('li', null, text))),
			...reasonsOf('not_asked', 'Not checked: kernels of '),
			...kernels.filter(kernel => kernel.not_asked).map(kernel => el('p', null, 'Not checked: ', code(kernelName(kernel)), `: ${kernel.not_asked}`)),
			shared.length ? el('h3', null, 'Devices of a column') : '',
			el('dl', null, shared.flatMap(column => [el('dt', null, deviceLabel(column)), el('dd', null, column.slice(1).map(d => devices[d].name).join(', '))])));
	}
	addEventListener('beforeprint', () => print(true));
	addEventListener('afterprint', () => print(false));

	function reasons(kernel, v) {
		return v ? v.why || [] : [notAsked(kernel)].filter(Boolean);
	}

	function fact(name, value) {
		return value === undefined || value === '' || (Array.isArray(value) && !value.length) ? [] :
			[el('dt', null, name), el('dd', null, brief(value))];
	}

	function chains(k) {
		const all = (report.blame || []).filter(blame => blame.kernel === k);
		return [...all.slice(0, 5).map(blame => el('div', { class: 'chain' }, el('b', null, blame.needs), useOf(blame), ': ', chainOf(blame))),
			...all.length > 5 ? [el('p', null, el('a', { href: '#blame' }, `${count(all.length - 5)} more below`))] : []];
	}

	function explain(r, c) {
		const k = state.rows[r], column = state.columns[c];
		if (k === undefined || !column) {
			pane.replaceChildren(el('p', { class: 'muted' }, 'No rows match the filters.'));
			return;
		}
		const kernel = kernels[k], given = verdict(kernel, column[0]);
		// a fact appears only if all devices of the column share it
		const shared = of => {
			const values = new Set(column.map(d => JSON.stringify(of(devices[d], d))));
			return values.size === 1 ? of(devices[column[0]], column[0]) : undefined;
		};
		const images = [...new Set(column.map(d => (verdict(kernel, d) || {}).image).filter(Boolean))];
		const why = reasons(kernel, given).map(reason => el('li', null, reason));
		const arches = (kernel.images || []).map(image => image.arch || image.ir).filter(Boolean);
		pane.replaceChildren(
			el('h3', null, chip(answerOf(given)), ' ', answers[answerOf(given)].text),
			why.length ? el('ul', { class: 'why' }, why) : '',
			el('dl', null,
				fact('kernel', kernelName(kernel)),
				kernel.kernel !== kernelName(kernel) ? fact('symbol', kernel.kernel) : [],
				files.length > 1 ? fact('file', fileName(kernel.file)) : [],
				fact('package', kernel.package), fact('module', kernel.module), fact('images', [...new Set(arches)]), fact('uses', images),
				fact(column.length > 1 ? plural(column.length, 'device') : 'device', column.map(d => devices[d].name)),
				fact('from', shared(device => device.from)), fact('sub-groups', shared(device => device.sub_group_sizes)),
				fact('work-group', shared(device => device.max_work_group_size)),
				column.length === 1 ? fact('aspects', devices[column[0]].aspects) : []),
			...chains(k));
	}

	function focusCell(r, c) {
		state.row = Math.max(0, Math.min(r, state.rows.length - 1));
		state.column = rows.column = Math.max(0, Math.min(c, state.columns.length - 1));
		const cell = rows.go(state.row, head.offsetHeight);
		if (!cell)
			return;
		// the first column is sticky and hides what is behind it
		const left = cell.offsetLeft - cell.parentNode.firstChild.offsetWidth;
		if (scroller.scrollLeft > left)
			scroller.scrollLeft = left;
		else if (cell.offsetLeft + cell.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
			scroller.scrollLeft = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth;
		explain(state.row, state.column);
	}

	const place = cell => [Number(cell.parentNode.dataset.r), Number(cell.dataset.c)];
	body.addEventListener('click', event => {
		const cell = event.target.closest('td[data-c]');
		if (cell)
			focusCell(...place(cell));
	});
	// Tab focuses a visible row, which need not be the one that had the focus last
	body.addEventListener('focusin', event => {
		const cell = event.target.closest('td[data-c]');
		if (!cell)
			return;
		[state.row, state.column] = place(cell);
		rows.current = state.row;
		explain(state.row, state.column);
	});
	body.addEventListener('mouseover', event => {
		const cell = event.target.closest('td[data-c]');
		// the details of a focused cell stay
		if (cell && !body.contains(document.activeElement))
			explain(...place(cell));
	});
	body.addEventListener('keydown', event => {
		const page = Math.max(1, Math.floor(scroller.clientHeight / rows.height) - 3);
		const last = [state.rows.length - 1, state.columns.length - 1];
		const all = event.ctrlKey || event.metaKey;
		const to = {
			ArrowUp: [state.row - 1, state.column], ArrowDown: [state.row + 1, state.column],
			ArrowLeft: [state.row, state.column - 1], ArrowRight: [state.row, state.column + 1],
			PageUp: [state.row - page, state.column], PageDown: [state.row + page, state.column],
			Home: [all ? 0 : state.row, 0], End: [all ? last[0] : state.row, last[1]],
		}[event.key];
		if (!to || event.altKey)
			return;
		event.preventDefault();
		focusCell(...to);
	});

	function refresh() {
		state.columns = columnsOf();
		state.rows = rowsOf();
		state.row = state.column = rows.column = 0;
		rows.columns = state.columns.length + 1;
		head.replaceChildren(el('th', { scope: 'col' }, 'Kernel'), ...state.columns.map(column =>
			el('th', { scope: 'col', title: column.map(d => devices[d].name).join('\n').replaceAll('\n', ', ') },
				el('span', null, deviceLabel(column)))));
		table.setAttribute('aria-rowcount', state.rows.length + 1);
		table.setAttribute('aria-colcount', state.columns.length + 1);
		scroller.scrollTop = 0;
		rows.set(state.rows);
		const shown = state.columns.reduce((sum, column) => sum + column.length, 0);
		status.textContent = `${count(state.rows.length)} of ${plural(kernels.length, 'kernel')} · ` +
			`${count(shown)} of ${plural(devices.length, 'device')}` +
			(state.group && state.columns.length < shown ? ` in ${plural(state.columns.length, 'column')}` : '');
		explain(0, 0);
	}

	function narrow() {
		refresh();
		speak(status.textContent);
	}

	// the filter offers "not checked" only if there are such kernels
	const used = new Set(['native', 'jit', 'no', 'unknown', kernels.some(kernel => !lists[kernel.answers]) ? 'unasked' : 'no']);
	const filters = el('div', { class: 'filters', role: 'group', 'aria-label': 'Filters of the matrix' },
		el('label', null, 'Device ', el('input', { type: 'search', id: 'filter-device', placeholder: 'any', list: 'device-names',
			oninput: event => { state.device = event.target.value.trim().toLowerCase(); narrow(); } })),
		el('datalist', { id: 'device-names' }, devices.slice(0, 400).map(device => el('option', { value: device.name }))),
		el('label', null, 'Answer ', el('select', { id: 'filter-answer',
			onchange: event => { state.answer = event.target.value; narrow(); } },
		el('option', { value: '' }, 'any'), Object.entries(answers).filter(([key]) => used.has(key)).map(([key, answer]) =>
			el('option', { value: key }, `${answer.sign} ${answer.word}`)))),
		el('label', null, el('input', { type: 'checkbox', id: 'filter-group', checked: state.group,
			onchange: event => { state.group = event.target.checked; narrow(); } }), ' join equal devices'),
		el('span', { class: 'legend', 'aria-hidden': 'true' }, Object.keys(answers).filter(key => used.has(key)).map(chip)));
	box.append(filters, status, el('div', { class: 'with-pane' }, scroller, pane), paper);
	query.listeners.push(refresh);
	refresh();
}
