import { DOMSerializer, Fragment } from "@tiptap/pm/model";
import { partOf } from "#document/note-part.ts";
import { schema } from "#document/schema.ts";
import { readDoc } from "#document/yjs/yjs.ts";
import { openNoteSession } from "../../platform/sync/open-notes.ts";
import { t } from "../../lib/messages/t.ts";

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
        save.kind === "refused" ? t("This note doesn't exist, or you don't have access to it.") : "...";
      return;
    }
    const blocks = partOf(readDoc(session.doc), anchor).slice(0, BLOCKS_MAX);
    body.replaceChildren(DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(blocks)));
    if (blocks.length === 0)
      body.textContent =
        typeof anchor === "string" ? t("This part is no longer in the note.") : t("This note is empty.");
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
