import type { Node } from "@tiptap/pm/model";
import { DOMSerializer, Fragment } from "@tiptap/pm/model";
import { schema } from "#document/schema.ts";
import { readDoc } from "#document/yjs.ts";
import { openNoteSession } from "../../lib/sync/open-notes.ts";

export type Embed = { close: () => void };

const PAUSE_MS = 300;
/** A whole library shown within a note would be felt at every key. */
const BLOCKS_MAX = 200;

/**
 * Shows a note within another and follows its changes. It is drawn once, without views of its own: an embed within it is a link,
 * so that notes may show each other without end.
 */
export function openEmbed(noteId: string, anchor: unknown, body: HTMLElement): Embed {
  const session = openNoteSession(noteId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    const { isReady, save } = session.state();
    if (!isReady) {
      body.textContent =
        save.kind === "refused" ? "There is no such note, or it is not yours to see." : "...";
      return;
    }
    const blocks = partOf(readDoc(session.doc), anchor).slice(0, BLOCKS_MAX);
    body.replaceChildren(DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(blocks)));
    if (blocks.length === 0)
      body.textContent =
        typeof anchor === "string" ? "This part is not in the note any more." : "This note is empty.";
  };
  const drawSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE_MS);
  };
  const unsubscribe = session.subscribe(drawSoon);
  session.fragment.observeDeep(drawSoon);
  draw();
  return {
    close: () => {
      clearTimeout(timer);
      unsubscribe();
      session.fragment.unobserveDeep(drawSoon);
      session.release();
    },
  };
}

/** The whole note, the block with an id, or a heading with what stands under it. */
function partOf(doc: Node, anchor: unknown): Node[] {
  if (typeof anchor !== "string" || anchor === "") return [...doc.children];
  if (anchor.startsWith("^")) {
    let found: Node | null = null;
    doc.descendants((node) => {
      if (found === null && node.attrs.id === anchor.slice(1)) found = node;
      return found === null;
    });
    return found === null ? [] : [listed(found)];
  }
  const wanted = anchor.trim().toLowerCase();
  const blocks = [...doc.children];
  const from = blocks.findIndex(
    (node) => node.type.name === "heading" && node.textContent.trim().toLowerCase() === wanted,
  );
  if (from < 0) return [];
  const level = Number(blocks[from]?.attrs.level);
  const next = blocks.findIndex(
    (node, index) => index > from && node.type.name === "heading" && Number(node.attrs.level) <= level,
  );
  return blocks.slice(from, next < 0 ? undefined : next);
}

/** An item of a list stands in a list. */
function listed(node: Node): Node {
  if (node.type.name === "listItem") return schema.node("bulletList", null, node);
  return node.type.name === "taskItem" ? schema.node("taskList", null, node) : node;
}
