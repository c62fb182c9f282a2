import * as Y from "yjs";
import { applyUpdate } from "./apply-update.ts";
import type { DeviceSync } from "./device.ts";
import { FROM_SERVER, FROM_STORE, FROM_TAB, type NoteCopy } from "./note-copy.ts";
import type { NoteServer } from "./note-server.ts";
import { createTabChannel, type TabChannel } from "./tab-channel.ts";

/** How long another tab has to bring its change to the server before this one looks whether it did. */
const OTHER_TAB_MS = 3_000;

/** Hands each change of a note to the device's store, the server and the other tabs, as far as it did not come from there. */
export class NoteChanges {
  private readonly copy: NoteCopy;
  private readonly server: NoteServer;
  private readonly tabs: TabChannel;
  private lastKept: Promise<unknown> = Promise.resolve();
  private compareTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(copy: NoteCopy, server: NoteServer, { page, userId }: DeviceSync) {
    this.copy = copy;
    this.server = server;
    const { doc, keeper } = copy;
    this.tabs = createTabChannel(page, `${userId}:${copy.noteId}`, {
      onUpdate: (change) => applyUpdate(doc, change, FROM_TAB),
      isKept: () => this.lastKept,
      stateVector: () => Y.encodeStateVector(doc),
      difference: (vector) => Y.encodeStateAsUpdate(doc, vector),
      onOpened: () => void this.readAgain(),
    });
    doc.on("update", (change: Uint8Array, origin: unknown) => {
      if (origin === FROM_SERVER) void keeper.keep(change, { isPending: false });
      else if (origin === FROM_TAB) this.compareLater();
      else if (origin !== FROM_STORE) this.passOn(change);
    });
    passCaretsOn(copy, server);
  }

  /** Tells the other tabs that this page has read what the device has of the note. */
  greet(): void {
    this.tabs.greet();
  }

  close(): void {
    clearTimeout(this.compareTimer);
    this.tabs.close();
  }

  private passOn(change: Uint8Array): void {
    const kept = this.copy.keeper.keep(change, { isPending: true });
    this.lastKept = kept;
    this.copy.ledger.add(kept);
    this.tabs.send(change);
    this.server.send(change);
    this.copy.changed();
  }

  /** A tab that was closed may have left on the disk what it told nobody; what the new one writes may build on it. */
  private async readAgain(): Promise<void> {
    await this.copy.readAgain();
    if (!this.copy.isClosed) this.compareLater();
  }

  /** The other tab keeps and sends it; should it be closed first, comparing states will show what is missing. */
  private compareLater(): void {
    this.compareTimer ??= setTimeout(() => {
      this.compareTimer = undefined;
      this.server.compare();
    }, OTHER_TAB_MS);
  }
}

function passCaretsOn({ awareness }: NoteCopy, server: NoteServer): void {
  type Changed = Record<"added" | "updated" | "removed", number[]>;
  awareness.on("update", ({ added, updated, removed }: Changed, origin: unknown) => {
    if (origin !== FROM_SERVER) server.sendAwareness([...added, ...updated, ...removed]);
  });
}
