import { randomUUID } from "node:crypto";
import { IDBFactory } from "fake-indexeddb";
import { createDevice, type DeviceSync } from "#web/platform/sync/device.ts";
import { createNoteSession, type OpenNote } from "#web/platform/sync/note-session.ts";
import type { Page, PageSocket } from "#web/platform/sync/page.ts";
import { openSocket } from "./sync-client.ts";
import type { SignedInVisitor } from "./test-app.ts";

/** A tab that runs the product's own sync code without a browser. */
export type NodeTab = {
  device: DeviceSync;
  note: OpenNote;
  /** As in a crash: nothing more is sent, and what is not on the disk is gone. */
  die: () => void;
};

/** A browser of its own disk and network for the sync code, in Node. */
export function aBrowser(
  app: { url: string },
  visitor: Pick<SignedInVisitor, "cookie" | "userId">,
  onSent: (frame: Uint8Array) => void = () => {},
) {
  const indexedDb = new IDBFactory();
  const name = randomUUID();
  let isOnline = true;
  const open = new Set<ReturnType<typeof openSocket>>();
  const wakers = new Set<() => void>();
  const page: Page = {
    indexedDb: () => indexedDb,
    openSocket: () => {
      const socket = openSocket(app.url, visitor);
      socket.on("error", () => {});
      open.add(socket);
      const send = socket.send.bind(socket) as (frame: Uint8Array) => void;
      socket.send = (frame: Uint8Array) => {
        onSent(frame);
        send(frame);
      };
      if (!isOnline) setTimeout(() => socket.terminate(), 0);
      return socket as unknown as PageSocket;
    },
    openChannel: (channel) => new BroadcastChannel(`${name}:${channel}`),
    withLock: (_, run) => run(),
    onWake: (listener) => {
      wakers.add(listener);
      return () => wakers.delete(listener);
    },
    onCut: () => () => {},
    onLeave: () => () => {},
  };
  const cut = () => open.forEach((socket) => socket.terminate());
  return {
    goOffline: () => {
      isOnline = false;
      cut();
    },
    goOnline: () => {
      isOnline = true;
      wakers.forEach((wake) => wake());
    },
    openTab: async (noteId: string, change: Partial<Page> = {}): Promise<NodeTab> => {
      const device = await createDevice({
        page: { ...page, ...change },
        origin: app.url,
        userId: visitor.userId,
        build: "test",
        perform: async () => "later",
        onSessionEnded: () => {},
        onRefused: () => {},
        live: { onEvents: () => {}, onGap: () => {} },
      });
      const note = createNoteSession(noteId, device);
      return {
        device,
        note,
        die: () => {
          cut();
          note.close();
          device.close();
        },
      };
    },
  };
}
