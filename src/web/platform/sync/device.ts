import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import type { LiveEvent } from "#contract/wire/live.ts";
import { liveAddress, messageType, SYNC_PATH, syncStep } from "#contract/wire/socket.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { keepLastWords, takeLastWords } from "./store/last-words.ts";
import { type LocalStore, openLocalStore } from "./store/local-store.ts";
import { type CallResult, openOutbox, type Outbox, type WaitingCall } from "./outbox.ts";
import type { Page } from "./page.ts";
import { createSyncSocket, type SyncSocket } from "./socket.ts";
import { NewerStoreError } from "./store/store-database.ts";
import { t } from "../../lib/messages/t.ts";

/** Everything that keeps a page's text safe for one user: the device's store, the socket, the waiting calls. */
export type DeviceSync = {
  userId: string;
  page: Page;
  socket: SyncSocket;
  outbox: Outbox;
  /** Null when the browser offers no storage or a newer page owns it; `storeFault` says why. */
  store: LocalStore | null;
  storeFault: string | null;
  /** True once a newer page took over this device's store: nothing may be edited here any more. */
  isOutdated: () => boolean;
  onOutdated: (listener: () => void) => () => void;
  /** Lets go of the store and the connection; what the store keeps stays on the device. */
  close: () => void;
};

export type LiveListener = {
  /** Something changed elsewhere. */
  onEvents: (events: LiveEvent[]) => void;
  /** Something may have been missed: fetch everything again. */
  onGap: () => void;
  /** More of an answer of chat, as it is written. */
  onAnswer?: (message: AnswerMessage) => void;
};

export type DeviceOptions = {
  userId: string;
  build: string;
  /** Makes a call that waited; it says whether to try again later. */
  perform: (call: WaitingCall) => Promise<CallResult>;
  /** The session was ended elsewhere while the page is open. */
  onSessionEnded: () => void;
  /** The socket was not even opened: the server is away, or refuses the session; worth a look at the session. */
  onRefused: () => void;
};

/** Opens what this device keeps for a user and connects to the server of `origin`. */
export async function createDevice(
  options: DeviceOptions & { page: Page; origin: string; live: LiveListener },
): Promise<DeviceSync> {
  const { page, userId } = options;
  const { store, storeFault, isOutdated, onOutdated } = await openStore(page, userId);
  const { perform } = options;
  const outbox = await openOutbox({ page, store, perform, onEmptied: () => socket.retry() });
  const socket = createSyncSocket({
    page,
    url: `${options.origin.replace(/^http/, "ws")}${SYNC_PATH}`,
    handshake: { schemaVersion: SCHEMA_VERSION, build: options.build },
    onSessionEnded: options.onSessionEnded,
    onRefused: options.onRefused,
  });
  const stopKeeping = store && keepLastWords(page, userId, store, outbox);
  const stopLive = listenLive(socket, userId, options.live);
  const stopStatus = socket.onStatus((status) => {
    if (status === "connected") void outbox.flush();
  });
  const close = () => {
    stopKeeping?.();
    stopLive();
    stopStatus();
    outbox.close();
    socket.close();
    store?.close();
  };
  return { userId, page, socket, outbox, store, storeFault, isOutdated, onOutdated, close };
}

async function openStore(page: Page, userId: string) {
  const listeners = new Set<() => void>();
  let isOutdated = false;
  const becomeOutdated = () => {
    isOutdated = true;
    for (const listener of listeners) listener();
  };
  let store: LocalStore | null = null;
  let storeFault: string | null = null;
  try {
    store = await openLocalStore(page, userId, becomeOutdated);
    // What cannot be taken in now is there for the next page.
    await takeLastWords(userId, store).catch(() => {});
  } catch (error) {
    storeFault =
      error instanceof Error ? error.message : t("Your browser doesn't store anything on this device");
    isOutdated = error instanceof NewerStoreError;
  }
  return {
    store,
    storeFault,
    isOutdated: () => isOutdated,
    onOutdated: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A change may be this much older than its age says: it counts from the beginning of its transaction. */
const COMMIT_MS = 5_000;

/** Since this page began to load: what it had fetched before the first greeting may lack that change, and no event told of it. */
function isYoung(ageMs: number | null): boolean {
  return ageMs !== null && ageMs < performance.now() + COMMIT_MS;
}

/** The user's own address: live events as JSON. A greeting tells the newest number, so that a gap shows. */
function listenLive(socket: SyncSocket, userId: string, listener: LiveListener): () => void {
  let seen: number | null = null;
  const topic = socket.open(liveAddress(userId), {
    onAccepted: () => {},
    onRefused: () => {},
    onDown: () => {},
    // What this address has as a document: nothing, which is answered at once.
    ask: () =>
      topic.send(messageType.sync, (encoder) => {
        encoding.writeVarUint(encoder, syncStep.one);
        encoding.writeVarUint8Array(encoder, new Uint8Array([0]));
      }),
    onMessage: (type, decoder) => {
      if (type !== messageType.stateless) return;
      const message = JSON.parse(decoding.readVarString(decoder)) as
        | { type: "hello"; seq: number; ageMs: number | null }
        | { type: "events"; events: LiveEvent[] }
        | AnswerMessage;
      if (message.type === "answer") return listener.onAnswer?.(message);
      if (message.type === "hello") {
        const isGap = seen === null ? isYoung(message.ageMs) : message.seq !== seen;
        if (isGap) listener.onGap();
        seen = message.seq;
        return;
      }
      const fresh = message.events.filter((event) => seen === null || event.seq > seen);
      const first = fresh[0];
      if (!first) return;
      if (seen !== null && first.seq !== seen + 1) listener.onGap();
      seen = fresh.at(-1)!.seq;
      listener.onEvents(fresh);
    },
  });
  return topic.close;
}
