import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import type { NoteSession } from "../../platform/sync/types.ts";

/** A note that is this page's alone: nothing of it is kept or sent. */
export function createLocalSession(update: Uint8Array): NoteSession {
  const doc = new Y.Doc({ gc: false });
  Y.applyUpdate(doc, update);
  const awareness = new Awareness(doc);
  const state = {
    save: { kind: "saved", at: null },
    connection: "connected",
    isReady: true,
    isEditable: true,
    hasUnsent: false,
  } as const;
  return {
    noteId: doc.guid,
    doc,
    fragment: doc.getXmlFragment(FRAGMENT),
    awareness,
    state: () => state,
    subscribe: () => () => undefined,
    release: () => {
      awareness.destroy();
      doc.destroy();
    },
  };
}
