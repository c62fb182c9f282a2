import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Page } from "./page.ts";

type Message = { kind: "hello"; vector: Uint8Array } | { kind: "update"; update: Uint8Array };

export type TabChannel = {
  /** Says that this page has the note open, once it has read the disk. */
  greet: () => void;
  send: (update: Uint8Array) => void;
  close: () => void;
};

/**
 * Carries changes between tabs of one device, so that they agree without a server too. Only tabs of one schema: the
 * editor of an older one would remove the nodes that it does not know, and tell the newer tab to do the same.
 *
 * A tab is told what is on the disk and nothing else: it may outlive this one, and whatever its person wrote on top of a
 * change that died with this page would wait for that change for ever, unseen.
 */
export function createTabChannel(
  page: Page,
  name: string,
  note: {
    onUpdate: (update: Uint8Array) => void;
    /** Resolves when everything that was written before is on the disk, or never will be. */
    isKept: () => Promise<unknown>;
    stateVector: () => Uint8Array;
    difference: (vector: Uint8Array) => Uint8Array;
    /** Another tab has opened the note, with what the disk has of it. */
    onOpened: () => void;
  },
): TabChannel {
  const channel = page.openChannel(`cairn-note:${SCHEMA_VERSION}:${name}`);
  if (!channel) return { greet: () => {}, send: () => {}, close: () => {} };
  let isClosed = false;
  const post = (message: Message) => {
    if (!isClosed) channel.postMessage(message);
  };
  const postKept = async (update: Uint8Array): Promise<void> => {
    await note.isKept();
    // Two bytes are an update that says nothing.
    if (update.length > 2) post({ kind: "update", update });
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "update") return note.onUpdate(data.update);
    note.onOpened();
    void postKept(note.difference(data.vector));
  });
  return {
    greet: () => post({ kind: "hello", vector: note.stateVector() }),
    send: (update) => void postKept(update),
    close: () => {
      isClosed = true;
      channel.close();
    },
  };
}
