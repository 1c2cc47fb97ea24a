// treemap.js — where the bytes are: rectangles with proportional areas, three levels deep; a click opens one.

// Squarified treemap (Bruls, Huizing, van Wijk): rows are filled along the shorter side.
function squarify(parts, x, y, width, height) {
	const total = parts.reduce((sum, part) => sum + part.bytes, 0);
	const placed = [];
	if (!total || width <= 0 || height <= 0)
		return placed;
	const scale = width * height / total;
	let at = 0;
	while (at < parts.length && width > 0.5 && height > 0.5) {
		const side = Math.min(width, height);
		let sum = 0, worst = Infinity, end = at;
		for (; end < parts.length; end++) {
			const next = sum + parts[end].bytes * scale;
			const thick = next / side;
			const small = parts[end].bytes * scale, large = parts[at].bytes * scale;
			const ratio = Math.max(large / thick / thick, thick * thick / small);
			if (ratio > worst)
				break;
			[sum, worst] = [next, ratio];
		}
		const thick = sum / side;
		let along = 0;
		for (; at < end; at++) {
			const length = parts[at].bytes * scale / thick;
			placed.push(width >= height ? { part: parts[at], x, y: y + along, width: thick, height: length } :
				{ part: parts[at], x: x + along, y, width: length, height: thick });
			along += length;
		}
		if (width >= height)
			[x, width] = [x + thick, width - thick];
		else
			[y, height] = [y + thick, height - thick];
	}
	return placed;
}

function treemap() {
	const root = report.treemap;
	if (!root || !root.bytes || !(root.children || []).length)
		return;
	const box = section('sizes', 'Sizes', 'Where the bytes are');
	const path = [root];
	const partOf = new WeakMap(), joinedOf = new WeakMap();
	let stop = null; // the part whose box is a tab away, once one was chosen
	const crumbs = el('nav', { class: 'crumbs', 'aria-label': 'Place in the file' });
	const map = el('div', { class: 'treemap', role: 'group', tabindex: -1, 'aria-label': 'Sizes as areas; the table below has the same' });
	const status = el('p', { class: 'status' });
	const kinds = { files: 'file', file: 'file', package: 'module', module: 'module', image: 'image', arch: 'arch', kernel: 'kernel', metadata: 'metadata',
		padding: 'padding', section: 'section' };
	// files of a comparison keep their order: the first is the older one
	const kids = part => (part.children || []).filter(child => child.bytes > 0).sort((a, b) => report.diff && part === root ? 0 : b.bytes - a.bytes);
	const sum = (parts, of) => parts.reduce((all, part) => all + of(part), 0);
	const kindOf = part => part.like || part.what;
	// Parts that are too many to draw share one box, which contains them, so that areas stay proportional. The box is kept, so
	// that it can be found again. Parts that were joined in the document have no children.
	function largest(part, most) {
		const parts = kids(part), rest = parts.slice(most);
		if (rest.length && !joinedOf.has(part))
			joinedOf.set(part, new Map());
		const joined = joinedOf.get(part);
		if (rest.length && !joined.has(most))
			joined.set(most, { parts: sum(rest, one => one.parts || 1), what: 'smaller parts', like: kindOf(rest[0]), bytes: sum(rest, one => one.bytes), children: rest });
		return rest.length ? [...parts.slice(0, most), joined.get(most)] : parts;
	}
	const nameOf = part => part.parts ? plural(part.parts, 'smaller part') : part.name || part.what;
	const about = part => `${nameOf(part)}: ${kindOf(part)}, ${count(part.bytes)} bytes, ` +
		percent(part.bytes / root.bytes) + (part.offset !== undefined ? `, at ${hex(part.offset)}` : '') +
		(part.same_as !== undefined ? ', a duplicate of an earlier part' : '') +
		(part.parts && !part.children ? '; this page does not list them' : '');

	const short = part => {
		const name = nameOf(part);
		return name.startsWith(sharedName) ? name.slice(sharedName.length) || name : name;
	};

	function boxOf({ part, x, y, width, height }, depth, inside) {
		const label = width > 34 && height > 15;
		const attributes = { class: `box ${kinds[kindOf(part)] || 'section'} depth${depth}` +
			(part.same_as !== undefined ? ' again' : '') + (label ? '' : ' bare'), title: about(part) };
		const open = kids(part).length > 0;
		if (open && depth === 1)
			Object.assign(attributes, { role: 'button', tabindex: 0, 'aria-label': `${about(part)}; open` });
		const element = el('div', attributes, label ? el('span', { class: 'label' }, short(part),
			width > 110 ? el('small', null, ` ${size(part.bytes)}`) : '') : '', inside);
		Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${Math.max(0, width - 1)}px`,
			height: `${Math.max(0, height - 1)}px` });
		partOf.set(element, part);
		return element;
	}

	function draw() {
		const here = path[path.length - 1];
		const width = map.clientWidth || 900, height = map.clientHeight || 360;
		let left = 1500;
		const nest = (rect, depth) => {
			const room = depth < 3 && rect.width > 60 && rect.height > 40;
			const inner = room ? squarify(largest(rect.part, 200), 2, 17, rect.width - 5, rect.height - 20)
				.filter(box => box.width > 3 && box.height > 3 && left-- > 0) : [];
			return boxOf(rect, depth, inner.map(box => nest(box, depth + 1)));
		};
		const boxes = squarify(largest(here, 600), 0, 0, width, height).map(rect => nest(rect, 1));
		const held = map.contains(document.activeElement);
		map.replaceChildren(...boxes);
		setStop(boxFor(stop));
		if (held)
			take();
		crumbs.replaceChildren(...path.flatMap((part, i) => [i ? ' › ' : '',
			i === path.length - 1 ? el('b', { 'aria-current': 'location' }, nameOf(part)) :
				el('button', { type: 'button', onclick: () => leave(i + 1) }, nameOf(part))]));
		const again = kids(here).reduce(function repeated(sum, part) {
			return part.same_as !== undefined ? sum + part.bytes : kids(part).reduce(repeated, sum);
		}, 0);
		status.textContent = `${size(here.bytes)}, ${percent(here.bytes / root.bytes)} of the whole` +
			(again ? ` · ${size(again)} are duplicates (hatched)` : '');
	}

	function enter(part) {
		if (!part || !kids(part).length)
			return;
		path.push(part);
		show(null);
	}
	// Goes back out, to the box that was opened.
	function leave(depth) {
		const from = path[depth];
		path.length = depth;
		show(from);
	}
	function show(part) {
		stop = part;
		draw();
		take();
		speak(`${nameOf(path.at(-1))}: ${status.textContent}`);
	}
	// One of the boxes is a tab stop; arrow keys move to the others.
	const buttons = () => [...map.querySelectorAll('[role=button]')];
	const boxFor = part => buttons().find(box => partOf.get(box) === part) || buttons()[0];
	function setStop(box) {
		buttons().forEach(button => { button.tabIndex = button === box ? 0 : -1; });
	}
	// The map keeps the focus even if it has no box to open, so that Backspace works.
	function take() {
		(boxFor(stop) || map).focus({ preventScroll: true });
	}
	map.addEventListener('focusin', event => {
		if (event.target === map)
			return;
		stop = partOf.get(event.target);
		setStop(event.target);
	});
	map.addEventListener('click', event => {
		const target = event.target.closest('.depth1');
		enter(partOf.get(target));
	});
	map.addEventListener('keydown', event => {
		if (event.key === 'Enter' || event.key === ' ') {
			event.preventDefault();
			enter(partOf.get(event.target));
		} else if ((event.key === 'Backspace' || event.key === 'Escape') && path.length > 1) {
			event.preventDefault();
			event.stopPropagation();
			leave(path.length - 1);
		} else if (event.key.startsWith('Arrow')) {
			const list = buttons();
			const to = list.indexOf(event.target) + (event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1);
			if (list[to]) {
				event.preventDefault();
				list[to].focus({ preventScroll: true });
			}
		}
	});
	const used = new Set();
	let repeats = false;
	(function collect(part) {
		used.add(kindOf(part));
		repeats ||= part.same_as !== undefined;
		(part.children || []).forEach(collect);
	})(root);
	const legend = el('p', { class: 'legend' }, Object.keys(kinds).filter(kind => used.has(kind) && !['file', 'files', 'package'].includes(kind)).map(kind =>
		el('span', { class: 'key' }, el('i', { class: `swatch ${kind}` }), kind)), repeats &&
		el('span', { class: 'key' }, el('i', { class: 'swatch again' }), 'repeated'));
	box.append(crumbs, status, map, legend, sizeTable(root, nameOf), leftOut(report.treemap_left_out, 'small part', 'sybil show --deep'));
	let width = 0;
	new ResizeObserver(() => {
		if (map.clientWidth !== width) {
			width = map.clientWidth;
			draw();
		}
	}).observe(map);
}

// The larger parts as a table, six levels deep.
function sizeTable(root, nameOf) {
	const rows = [];
	let left = 0;
	(function walk(part, depth) {
		if (depth > 6 || rows.length >= 400 || (depth > 1 && part.bytes < root.bytes / 500)) {
			left++;
			return;
		}
		rows.push(el('tr', null, el('th', { scope: 'row', class: `depth${depth}` }, nameOf(part), part.same_as === undefined ? '' : el('em', null, ' (duplicate)')),
			el('td', null, part.what), el('td', { class: 'num' }, el('span', { title: count(part.bytes) }, size(part.bytes))),
			el('td', { class: 'num' }, percent(part.bytes / root.bytes))));
		(part.children || []).forEach(child => walk(child, depth + 1));
	})(root, 0);
	const heads = [['Part', ''], ['What', ''], ['Bytes', 'num'], ['Share', 'num']].map(([title, kind]) => el('th', { scope: 'col', class: kind }, title));
	return el('details', { class: 'sizes' }, el('summary', null, 'As a table'), el('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'Bytes by part' },
		el('table', null, el('caption', null, 'Bytes by part'), el('thead', null, el('tr', null, heads)), el('tbody', null, rows))),
	left ? el('p', null, `Smaller and deeper parts that are not listed: ${count(left)}`) : '');
}
