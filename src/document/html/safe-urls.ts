/** What a link may open. Everything else stays readable as text but is never an href. */
const LINK_SCHEMES = new Set(["http", "https", "mailto", "tel"]);

/** Beyond this an address is an attack or a mistake, and every click would carry it. */
const URL_MAX = 8192;

/** As a browser reads it: outer control characters and spaces go, tabs and line ends go everywhere. */
function asBrowsersRead(value: unknown): string | null {
  if (typeof value !== "string" || value.length > URL_MAX) return null;
  // oxlint-disable-next-line no-control-regex -- control characters are what is being removed
  const url = value.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "").replace(/[\t\n\r]/g, "");
  // oxlint-disable-next-line no-control-regex -- any that is left has no place in an address
  return url === "" || /[\u0000-\u001f\u007f]/.test(url) || !url.isWellFormed() ? null : url;
}

/**
 * A relative address has nothing that could be read as a scheme before its first slash, neither plainly nor
 * through an entity or percent escape that some later reader might undo.
 */
function isRelative(url: string): boolean {
  const head = /^[^/?#\\]*/.exec(url)?.[0] ?? "";
  return !/[:&]|%3a|%26/i.test(head);
}

/**
 * The address when it is safe as the target of a link (http, https, mailto, tel or relative), else null.
 * Asked when content comes in and again when it is rendered.
 */
export function safeHref(value: unknown): string | null {
  const url = asBrowsersRead(value);
  if (url === null) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return LINK_SCHEMES.has(scheme) ? url : null;
  return isRelative(url) ? url : null;
}

/** True for an image that another host serves: loading it tells that host who reads the note. */
export function isRemote(url: string): boolean {
  return /^https?:/i.test(url);
}

/**
 * The address when it is safe as the source of an image element: one of our own files, or http(s); else null.
 * Whether remote ones are loaded at all is the renderer's setting.
 */
export function safeImageSrc(value: unknown): string | null {
  const url = asBrowsersRead(value);
  if (url === null) return null;
  if (isRemote(url)) return url;
  return /^\/files\/[^/\\]/.test(url) && !/(?:^|[/\\])(?:\.|%2e){2}(?:[/\\?#]|$)|\\/i.test(url) ? url : null;
}

/** The address when it is one of our own files, else null. */
export function safeOwnFile(value: unknown): string | null {
  const url = safeImageSrc(value);
  return url === null || isRemote(url) ? null : url;
}

/**
 * The address when an image may be stored with it: safe to show, or relative, as in a folder of Markdown files
 * whose images are not uploaded yet. A relative one is shown as its text.
 */
export function storableImageSrc(value: unknown): string | null {
  const url = asBrowsersRead(value);
  if (url === null) return null;
  return safeImageSrc(url) ?? (/^[a-z][a-z0-9+.-]*:/i.test(url) || !isRelative(url) ? null : url);
}
