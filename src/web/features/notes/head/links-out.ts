import type { Node } from "@tiptap/pm/model";

/** What a text leads to, each once, in the order of the text. */
export type LinksOut = {
  /** Of other notes; without an id it is found by its title. */
  notes: { noteId: string | null; title: string }[];
  addresses: { href: string; words: string }[];
};

/** The links that stand in a text. */
export function linksOut(doc: Node): LinksOut {
  const notes = new Map<string, LinksOut["notes"][number]>();
  const addresses = new Map<string, LinksOut["addresses"][number]>();
  doc.descendants(({ type, attrs, marks, text }) => {
    if (type.name === "noteLink" || type.name === "noteEmbed") {
      const noteId = attrs["noteId"] as string | null;
      const title = (attrs["title"] as string | null) ?? "";
      const key = noteId ?? `title:${title.toLocaleLowerCase()}`;
      if (!notes.has(key)) notes.set(key, { noteId, title });
    }
    for (const mark of marks) {
      if (mark.type.name !== "link") continue;
      const href = mark.attrs["href"] as string;
      const known = addresses.get(href);
      if (!known) addresses.set(href, { href, words: text ?? "" });
    }
  });
  return { notes: [...notes.values()], addresses: [...addresses.values()] };
}
