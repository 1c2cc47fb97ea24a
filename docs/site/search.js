/* docs/site/search.js — search over the titles of the site, the names in its reference (titles.js) and the words of its texts
 * (words.js), and the menu of narrow screens. Without it the navigation is there all the same. */
"use strict";
let foundWords; /* words.js calls it with its sections, and for each word the numbers of those that have it */
(function () {
	const MOST = 30;
	const box = document.getElementById("search");
	const input = document.createElement("input");
	const list = document.createElement("ul");
	const status = document.createElement("p");
	let sections = [], words = [], asked = false, loading = false;

	input.type = "search";
	input.placeholder = "Search";
	input.setAttribute("aria-label", "Search titles, names and texts");
	list.hidden = true;
	status.setAttribute("role", "status");
	box.append(input, status, list);

	const narrow = matchMedia("(max-width: 50rem)"), menu = document.querySelector(".menu");
	const fold = () => { menu.open = !narrow.matches; };

	narrow.addEventListener("change", fold);
	fold();

	/* The navigation scrolls by itself; where we are is in sight. */
	const nav = document.querySelector("nav"), here = nav.querySelector("[aria-current]");
	if (here && !narrow.matches)
		nav.scrollTop = here.offsetTop - nav.clientHeight / 2;

	/* Half a megabyte that most readers of a page do not need. A script, because pages on disk may load nothing else. */
	function loadWords() {
		if (asked)
			return;
		asked = loading = true;
		foundWords = ([someSections, someWords]) => {
			sections = someSections;
			words = Object.entries(someWords);
		};
		const loaded = () => { loading = false; find(); };
		document.head.append(Object.assign(document.createElement("script"), { src: "words.js", onload: loaded, onerror: loaded }));
	}

	function findTitles(wanted) {
		const all = titles.filter(([text]) => wanted.every((word) => text.toLowerCase().includes(word)));
		/* --device is one of the words of "-d, --device=FILE", but not of "--device-config=FILE". */
		const words = wanted.map((word) => new RegExp(`(?<!\\w)(?<!\\w-)${word.replace(/[^\w\s]/g, "\\$&")}(?!-?\\w)`));
		const mark = ([text]) => {
			const name = text.toLowerCase().split(" – ")[0].replace(/^-\w, /, "");

			return 2 * words.every((word) => word.test(name)) + name.startsWith(wanted[0]);
		};

		/* What is called so stands before what only has it in its name, and that before what it is a part of. */
		return all.map((entry) => [mark(entry), entry]).sort(([a], [b]) => b - a).map(([, entry]) => entry);
	}

	/* Sections that have all of the words, or longer ones that begin with them; first those that have them as they are. */
	function findTexts(text) {
		const marks = (text.match(/\w+(?:-\w+)*/g) || []).map((word) => {
			const found = new Map();

			for (const [known, where] of words)
				if (known.startsWith(word))
					for (const i of where)
						found.set(i, Math.max(found.get(i) || 0, known === word ? 2 : 1));
			return found;
		});
		const mark = (i) => Math.min(...marks.map((found) => found.get(i) || 0));
		const all = marks.length ? [...marks[0].keys()].filter(mark) : [];

		return all.sort((a, b) => mark(b) - mark(a) || a - b).map((i) => sections[i]);
	}

	function item([text, page]) {
		const li = document.createElement("li"), link = document.createElement("a");

		link.href = page;
		link.textContent = text;
		li.append(link);
		return li;
	}

	function find() {
		const text = input.value.toLowerCase(), wanted = text.split(/\s+/).filter(Boolean);
		const all = wanted.length ? [...findTitles(wanted), ...findTexts(text)] : [], seen = new Set();
		const found = all.filter(([, page]) => !seen.has(page) && seen.add(page));

		status.textContent = !wanted.length ? "" : !found.length ? (loading ? "looking …" : "nothing found") :
			found.length > MOST ? `${MOST} of ${found.length}; more words find fewer` : `${found.length} found`;
		list.replaceChildren(...found.slice(0, MOST).map(item));
		list.hidden = !found.length;
	}

	input.addEventListener("focus", loadWords);
	input.addEventListener("input", () => { loadWords(); find(); });
	box.addEventListener("keydown", (event) => {
		const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);

		if (event.key === "Escape") {
			input.value = "";
			find();
			input.focus();
		} else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
			const next = at + (event.key === "ArrowDown" ? 1 : -1);

			(links[next] || input).focus();
			event.preventDefault();
		} else if (event.key === "Enter" && at < 0 && links.length) {
			links[0].click();
		}
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "/" && !event.target.matches("input")) {
			input.focus();
			event.preventDefault();
		}
	});
})();
