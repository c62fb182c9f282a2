/** Of the page while it is printed. */
const rules = new CSSStyleSheet();

const bare = (address: string) => address.replace(/^https?:\/\//, "").replace(/\/$/, "");

/**
 * On paper a link is followed by its address, unless that is what it shows: no rule of CSS compares the two. A link of other words to
 * the same address has it written elsewhere in the text.
 */
addEventListener("beforeprint", () => {
  const shown = new Set<string>();
  for (const link of document.querySelectorAll(".note-text a[href^='http']")) {
    const href = link.getAttribute("href") ?? "";
    if (bare(link.textContent) === bare(href)) shown.add(href);
  }
  if (shown.size === 0) return;
  const links = [...shown].map((href) => `.note-text a[href="${CSS.escape(href)}"]::after`);
  rules.replaceSync(`${links.join(", ")} { content: none }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
});

addEventListener("afterprint", () => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
});
