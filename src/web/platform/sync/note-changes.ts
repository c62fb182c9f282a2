import * as Y from "yjs";
import { applyUpdate } from "./apply-update.ts";
import type { DeviceSync } from "./device.ts";
import { FROM_SERVER, FROM_STORE, FROM_TAB, type NoteCopy } from "./note-copy.ts";
import type { NoteServer } from "./note-server.ts";
import { createTabChannel } from "./tab-channel.ts";

/** How long another tab has to bring its change to the server before this one looks whether it did. */
const OTHER_TAB_MS = 3_000;

/** Hands each change of a note to the device's store, the server and the other tabs, as far as it did not come from there. */
export function passChangesOn(copy: NoteCopy, server: NoteServer, device: DeviceSync): () => void {
  const { doc, awareness, keeper } = copy;
  let lastKept: Promise<unknown> = Promise.resolve();
  let compareTimer: ReturnType<typeof setTimeout> | undefined;
  const tabs = createTabChannel(device.page, `${device.userId}:${copy.noteId}`, {
    onUpdate: (change) => applyUpdate(doc, change, FROM_TAB),
    isKept: () => lastKept,
    stateVector: () => Y.encodeStateVector(doc),
    difference: (vector) => Y.encodeStateAsUpdate(doc, vector),
  });

  function passOn(change: Uint8Array): void {
    const kept = keeper.keep(change, { isPending: true });
    lastKept = kept;
    copy.ledger.add(kept);
    tabs.send(change);
    server.send(change);
    copy.changed();
  }

  /** The other tab keeps and sends it; should it be closed first, comparing states will show what is missing. */
  function compareLater(): void {
    compareTimer ??= setTimeout(() => {
      compareTimer = undefined;
      server.compare();
    }, OTHER_TAB_MS);
  }

  doc.on("update", (change: Uint8Array, origin: unknown) => {
    if (origin === FROM_SERVER) void keeper.keep(change, { isPending: false });
    else if (origin === FROM_TAB) compareLater();
    else if (origin !== FROM_STORE) passOn(change);
  });
  awareness.on(
    "update",
    ({ added, updated, removed }: Record<"added" | "updated" | "removed", number[]>, origin: unknown) => {
      if (origin !== FROM_SERVER) server.sendAwareness([...added, ...updated, ...removed]);
    },
  );
  return () => {
    clearTimeout(compareTimer);
    tabs.close();
  };
}
