const MOST_KEPT = 50;
/** A list that was there before is drawn within it. */
const PATIENCE_MS = 600;

/** By its key in the history: which link of a page had the focus last. */
const links = new Map<string, string>();

const entry = () => (history.state as { __TSR_key?: string } | null)?.__TSR_key;

function remember({ target }: FocusEvent): void {
  const key = entry();
  // A page that was gone back to may have given its heading the focus before it is known that it was gone back to.
  if (!key || !(target instanceof Element) || target.tagName === "H1") return;
  const href = target.closest("main a[href]")?.getAttribute("href");
  links.delete(key);
  if (href) links.set(key, href);
  for (const oldest of links.keys()) if (links.size > MOST_KEPT) links.delete(oldest);
}

/** A page gives its heading the focus; whoever takes it elsewhere keeps it. */
const isFree = () => document.activeElement === document.body || document.activeElement?.tagName === "H1";

/** Until then, because the heading may take the focus after the link is there. */
function giveBack(href: string, until: number): void {
  const link = document.querySelector<HTMLElement>(`main a[href=${JSON.stringify(href)}]`);
  if (link && isFree()) {
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: "nearest" });
  }
  if (performance.now() < until) requestAnimationFrame(() => giveBack(href, until));
}

/** Back and Forward lead to the link of the page that one was at. Answers what ends it. */
export function watchFocusForBack(): () => void {
  const handleBack = () => {
    const href = links.get(entry() ?? "");
    if (href) giveBack(href, performance.now() + PATIENCE_MS);
  };
  document.addEventListener("focusin", remember);
  addEventListener("popstate", handleBack);
  return () => {
    document.removeEventListener("focusin", remember);
    removeEventListener("popstate", handleBack);
  };
}
