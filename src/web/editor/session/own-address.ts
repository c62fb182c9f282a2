import { decoded } from "#document/html/decoded.ts";
import { safeNoteId } from "#document/note-reference.ts";

type Reference = { noteId: string; anchor: string | null };

/** Ids as createBlockId makes them; any other end of an address is a heading. */
const BLOCK = /^[0-9a-z]{12}$/;

/** The note, or the place in it, that an address of this server leads to; null for every other address. */
export function ownReference(address: string): Reference | null {
  const text = address.trim();
  if (text === "" || /\s/.test(text) || !URL.canParse(text, location.origin)) return null;
  const { origin, pathname, hash } = new URL(text, location.origin);
  const noteId = safeNoteId(/^\/(?:app|mobile)\/editor\/([^/]+)$/.exec(pathname)?.[1]);
  if (origin !== location.origin || noteId === null) return null;
  const place = decoded(hash.slice(1));
  return { noteId, anchor: place === "" ? null : BLOCK.test(place) ? `^${place}` : place };
}

/** A link that only says an address, or was dragged from a list, is one to the note; words that somebody wrote stay theirs. */
export function linkOwnNote(link: Element): void {
  const href = link.getAttribute("href") ?? "";
  const own = /^https?:/.test(href) ? ownReference(href) : null;
  const words = link.textContent.trim();
  const isOfList = [...link.children].some(({ tagName }) => /^(?:SPAN|DIV|SVG|P)$/i.test(tagName));
  if (!own || (words !== "" && words !== href && !isOfList)) return;
  link.setAttribute("data-note-link", "");
  link.setAttribute("data-note-id", own.noteId);
  if (own.anchor !== null) link.setAttribute("data-note-anchor", own.anchor);
}
