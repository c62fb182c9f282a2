import "./site.css";

/** All the script of a public page: the theme button and the narrow menu's manners. Everything else is a link. */
const root = document.documentElement;

const isLight = () => root.dataset["theme"] === "light";

function nameThemeButton(): void {
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", isLight() ? "#fdfefe" : "#0d1114");
  for (const button of document.querySelectorAll("[data-theme-button]"))
    button.setAttribute("aria-label", isLight() ? "Use the dark theme" : "Use the light theme");
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const menu = document.querySelector("details[data-menu][open]");
  if (menu && !menu.contains(target)) menu.removeAttribute("open");
  if (!target.closest("[data-theme-button]")) return;
  const mode = isLight() ? "dark" : "light";
  root.dataset["theme"] = mode;
  nameThemeButton();
  try {
    // The key of src/web/kernel/theme/theme.ts: the app opens in what was chosen here.
    localStorage.setItem("cairn-ai-theme", mode);
  } catch {
    // The choice lives for this page.
  }
});

document.addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector("details[data-menu][open]");
  if (key !== "Escape" || !menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});

nameThemeButton();
