/* docs/site/search.js — search over the titles of the site and the names in its reference, and the menu of narrow screens. Without
 * it the navigation is there all the same. */
"use strict";
(function () {
	const box = document.getElementById("search");
	const input = document.createElement("input");
	const list = document.createElement("ul");
	const status = document.createElement("p");

	input.type = "search";
	input.placeholder = "Search titles and names";
	input.setAttribute("aria-label", "Search titles and names");
	list.hidden = true;
	status.setAttribute("role", "status");
	box.append(input, status, list);

	const narrow = matchMedia("(max-width: 50rem)"), menu = document.querySelector(".menu");
	const fold = () => { menu.open = !narrow.matches; };

	narrow.addEventListener("change", fold);
	fold();

	function find() {
		const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
		const all = titles.filter(([text]) => words.every((word) => text.toLowerCase().includes(word)));
		const begins = ([text]) => text.toLowerCase().startsWith(words[0]);
		/* What is called so stands before what only has it in its name. */
		const found = [...all.filter(begins), ...all.filter((entry) => !begins(entry))].slice(0, 30);

		list.replaceChildren(...found.map(([text, page]) => {
			const item = document.createElement("li"), link = document.createElement("a");

			link.href = page;
			link.textContent = text;
			item.append(link);
			return item;
		}));
		list.hidden = !words.length || !found.length;
		status.textContent = words.length && !found.length ? "nothing found" : "";
	}

	input.addEventListener("input", find);
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
