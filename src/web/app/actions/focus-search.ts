/** For how long a page may take to show its search field. */
const WITHIN_MS = 5000;

const EXPLORER = "/app/explorer";
/** Where the field is: the explorer, in the mobile app a screen of its own. */
const isAtSearch = () => location.pathname === EXPLORER || location.pathname === "/mobile/search";
const searchField = () => document.querySelector<HTMLInputElement>("#main input[type=search]");

/** Goes to the explorer, if that is not the page already, and puts the caret into its search field. */
export function goToSearch(go: (href: string) => void, href = EXPLORER): void {
  // Another page's search field stays for a moment after the address has changed.
  const stale = isAtSearch() ? null : searchField();
  if (href !== EXPLORER || !isAtSearch()) go(href);
  const begun = performance.now();
  const attempt = () => {
    const field = searchField();
    if (field && field !== stale) {
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    } else if (performance.now() - begun < WITHIN_MS) requestAnimationFrame(attempt);
  };
  // After the palette has given the focus back and the page has taken it.
  requestAnimationFrame(attempt);
}
