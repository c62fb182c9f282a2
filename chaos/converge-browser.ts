import { IDBFactory } from "fake-indexeddb";
import type * as Y from "yjs";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createDevice, type DeviceSync } from "#web/platform/sync/device.ts";
import { createNoteSession, type OpenNote } from "#web/platform/sync/note-session.ts";
import type { CallResult, WaitingCall } from "#web/platform/sync/outbox.ts";
import type { Page } from "#web/platform/sync/page.ts";
import { type Faults, Wire } from "./converge-wire.ts";

/** A change that somebody made on a page, and whether it was on the device's disk. */
export type Change = { update: Uint8Array; isOnDisk: boolean; isLostWithPage: boolean };

let browsers = 0;

/** A browser of one person: a store on disk, a network, and tabs that run the product's own sync code. */
export function createBrowser(options: {
  /** Which server it uses, for messages. */
  node: string;
  url: () => string;
  visitor: SignedInVisitor;
  faults: () => Faults;
  random: () => number;
}) {
  const indexedDb = new IDBFactory();
  const name = `browser-${browsers++}`;
  const wires = new Set<Wire>();
  const wakers = new Set<() => void>();
  const locks = new Map<string, Promise<void>>();
  let isOnline = true;

  const pageOf = (own: Set<Wire>): Page => ({
    indexedDb: () => indexedDb,
    openSocket: (url) => {
      const wire = new Wire(url, options.visitor.cookie(), options.faults, options.random);
      wires.add(wire);
      own.add(wire);
      wire.addEventListener("close", () => wires.delete(wire));
      if (!isOnline) setTimeout(() => wire.cut(), 0);
      return wire;
    },
    openChannel: (channel) => new BroadcastChannel(`${name}:${channel}`),
    withLock: async (lock, run) => {
      const turn = (locks.get(lock) ?? Promise.resolve()).then(run, run);
      locks.set(lock, turn);
      await turn;
    },
    onWake: (listener) => {
      wakers.add(listener);
      return () => wakers.delete(listener);
    },
    onCut: () => () => {},
    onLeave: () => () => {},
  });

  async function perform({ input }: WaitingCall): Promise<CallResult> {
    if (!isOnline) return "later";
    return options.visitor.client.notes.create(input as { id: string; title: string }).then(
      () => "done" as const,
      () => "later" as const,
    );
  }

  return {
    node: options.node,
    get isOnline() {
      return isOnline;
    },
    goOffline: () => {
      isOnline = false;
      for (const wire of wires) wire.cut();
    },
    goOnline: () => {
      isOnline = true;
      for (const wake of wakers) wake();
    },
    openTab: async (noteId: string, changes: Change[]): Promise<Tab> => {
      const own = new Set<Wire>();
      const device = await createDevice({
        page: pageOf(own),
        origin: options.url(),
        userId: options.visitor.userId,
        build: "chaos",
        perform,
        onSessionEnded: () => {},
        onRefused: () => {},
        live: { onEvents: () => {}, onGap: () => {} },
      });
      return new Tab(device, noteId, own, changes);
    },
  };
}
export type Browser = ReturnType<typeof createBrowser>;

/** One tab with one note open. */
export class Tab {
  readonly device: DeviceSync;
  readonly note: OpenNote;
  private readonly wires: Set<Wire>;
  private readonly own: Change[] = [];

  constructor(device: DeviceSync, noteId: string, wires: Set<Wire>, changes: Change[]) {
    this.wires = wires;
    const onDisk = new Map<Uint8Array, Change>();
    const store = device.store!;
    const watched = Object.assign(Object.create(store) as typeof store, {
      append: async (id: string, update: Uint8Array, options: Parameters<typeof store.append>[2]) => {
        const key = await store.append(id, update, options);
        const change = onDisk.get(update);
        if (change) change.isOnDisk = true;
        return key;
      },
    });
    this.device = { ...device, store: watched };
    this.note = createNoteSession(noteId, this.device);
    this.note.wake();
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      // Without an origin: Yjs tidies formatting after other people's changes, and that is a change, too.
      if (origin !== ySyncPluginKey && origin !== null) return;
      const change = { update, isOnDisk: false, isLostWithPage: false };
      onDisk.set(update, change);
      this.own.push(change);
      changes.push(change);
    });
  }

  get doc(): Y.Doc {
    return this.note.session.doc;
  }
  get state() {
    return this.note.session.state();
  }

  /** The page ends without a word, as in a crash: what is not on the disk is gone with it. */
  die(): void {
    for (const change of this.own) change.isLostWithPage = !change.isOnDisk;
    for (const wire of this.wires) wire.die();
    this.note.close();
    this.device.close();
  }
}
