export type Bookmark = { name: string; href: string; host: string };

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** Lines of a name and an address, or of an address alone; what is no address that a browser may open is left out. */
export function readBookmarks(written: string): Bookmark[] {
  return written.split("\n").flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const last = words.pop() ?? "";
    const url = addressOf(last);
    if (!url) return [];
    const host = url.protocol === "mailto:" ? url.pathname : url.host;
    return [{ name: words.join(" ") || host, href: url.href, host }];
  });
}

/** Lines that are none. */
export const unreadBookmarks = (written: string): string[] =>
  written
    .split("\n")
    .flatMap((line) => (line.trim() !== "" && readBookmarks(line).length === 0 ? line.trim() : []));

function addressOf(written: string): URL | null {
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`;
  if (written === "" || !URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  return SCHEMES.has(url.protocol) &&
    (url.host.includes(".") || url.protocol !== "https:" || written.includes(":"))
    ? url
    : null;
}
