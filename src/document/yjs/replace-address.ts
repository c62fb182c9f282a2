import * as Y from "yjs";
import { linkOf } from "../links.ts";
import { FRAGMENT } from "../schema-version.ts";

/** `blockIds`: only within these; absent: everywhere. */
export type AddressChange = { from: string; to: string; blockIds?: readonly string[] | undefined };

/** Attributes of nodes that hold an address: links of pictures, pictures of other sites, files and videos. */
const ATTRIBUTES = ["href", "src", "url"];

type Place = { blockId: string; change: () => void };

/**
 * The update that puts another web address in the place of one, in links and in what is shown from there; the words of links stay. The given
 * document takes it.
 * @returns null where the address is not there
 */
export function replaceAddressUpdate(
  doc: Y.Doc,
  change: AddressChange,
): { update: Uint8Array; blockIds: string[] } | null {
  const places = placesOf(doc.getXmlFragment(FRAGMENT), change);
  if (places.length === 0) return null;
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array) => updates.push(update);
  doc.on("update", keep);
  doc.transact(() => {
    for (const place of places) place.change();
  });
  doc.off("update", keep);
  const blockIds = [...new Set(places.map(({ blockId }) => blockId))];
  return { update: Y.mergeUpdates(updates), blockIds };
}

/** With a list of its own instead of recursion: the depth of what others wrote has no bound. */
function placesOf(fragment: Y.XmlFragment, { from, to, blockIds }: AddressChange): Place[] {
  const isIt = (href: unknown) => {
    const link = linkOf(href);
    return link?.kind === "web" && link.target === from;
  };
  const places: Place[] = [];
  const open: { node: unknown; blockId: string }[] = fragment
    .toArray()
    .map((node) => ({ node, blockId: "" }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    const blockId = node instanceof Y.XmlElement ? (node.getAttribute("id") ?? next.blockId) : next.blockId;
    const isWanted = !blockIds || blockIds.includes(blockId);
    if (node instanceof Y.XmlText && isWanted) places.push(...placesIn(node, blockId, { isIt, to }));
    if (!(node instanceof Y.XmlElement)) continue;
    if (isWanted)
      for (const name of ATTRIBUTES)
        if (isIt(node.getAttribute(name)))
          places.push({ blockId, change: () => node.setAttribute(name, to) });
    for (const child of node.toArray()) open.push({ node: child, blockId });
  }
  return places;
}

type Run = { insert: unknown; attributes?: { link?: { href?: unknown } } };

function placesIn(
  text: Y.XmlText,
  blockId: string,
  { isIt, to }: { isIt: (href: unknown) => boolean; to: string },
): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const { insert, attributes } of text.toDelta() as Run[]) {
    // What is no text counts as one place, as Yjs counts it.
    const length = typeof insert === "string" ? insert.length : 1;
    const link = attributes?.link;
    const from = at;
    if (link && isIt(link.href))
      places.push({ blockId, change: () => text.format(from, length, { link: { ...link, href: to } }) });
    at += length;
  }
  return places;
}
