import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Page } from "./page.ts";

type Message = { kind: "hello"; vector: Uint8Array } | { kind: "update"; update: Uint8Array };

/**
 * Carries changes between tabs of one device, so that they agree without a server too. Only tabs of one schema: the
 * editor of an older one would remove the nodes that it does not know, and tell the newer tab to do the same.
 */
export function createTabChannel(
  page: Page,
  name: string,
  note: {
    onUpdate: (update: Uint8Array) => void;
    stateVector: () => Uint8Array;
    difference: (vector: Uint8Array) => Uint8Array;
  },
): { send: (update: Uint8Array) => void; close: () => void } {
  const channel = page.openChannel(`cairn-note:${SCHEMA_VERSION}:${name}`);
  if (!channel) return { send: () => {}, close: () => {} };
  const post = (message: Message) => channel.postMessage(message);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "update") return note.onUpdate(data.update);
    const update = note.difference(data.vector);
    // Two bytes are an update that says nothing.
    if (update.length > 2) post({ kind: "update", update });
  });
  post({ kind: "hello", vector: note.stateVector() });
  return { send: (update) => post({ kind: "update", update }), close: () => channel.close() };
}
