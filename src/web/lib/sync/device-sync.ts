import * as decoding from "lib0/decoding";
import type { LiveEvent } from "#contract/live.ts";
import { liveAddress, messageType, SYNC_PATH } from "#contract/socket.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { deleteLocalStore, type LocalStore, NewerStoreError, openLocalStore } from "./local-store.ts";
import { type CallResult, createOutbox, type Outbox, type WaitingCall } from "./outbox.ts";
import { createSyncSocket, type SyncSocket } from "./socket.ts";
import type { ConnectionStatus } from "./types.ts";

/** Everything that keeps this page's text safe for one user: the device's store, the socket, the waiting calls. */
export type DeviceSync = {
  userId: string;
  socket: SyncSocket;
  outbox: Outbox;
  /** Null when the browser offers no storage or a newer page owns it; `storeFault` says why. */
  store: LocalStore | null;
  storeFault: string | null;
  /** True once a newer page took over this device's store: nothing may be edited here any more. */
  isOutdated: () => boolean;
  onOutdated: (listener: () => void) => () => void;
};

export type LiveListener = {
  /** Something changed elsewhere. */
  onEvents: (events: LiveEvent[]) => void;
  /** Something may have been missed: fetch everything again. */
  onGap: () => void;
};

let device: DeviceSync | null = null;
let stopDevice: (() => void) | null = null;
const liveListeners = new Set<LiveListener>();
const statusListeners = new Set<(status: ConnectionStatus) => void>();
const deviceListeners = new Set<(device: DeviceSync | null) => void>();

/** The user's stores and connection, or null while nobody is signed in. */
export function currentDevice(): DeviceSync | null {
  return device;
}

/** Hears of sign-in and sign-out of this page; told at once of what is. */
export function onDevice(listener: (device: DeviceSync | null) => void): () => void {
  deviceListeners.add(listener);
  listener(device);
  return () => deviceListeners.delete(listener);
}

export function onLive(listener: LiveListener): () => void {
  liveListeners.add(listener);
  return () => liveListeners.delete(listener);
}

export function connectionStatus(): ConnectionStatus {
  return device?.socket.status() ?? "disconnected";
}

export function onConnectionStatus(listener: (status: ConnectionStatus) => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/**
 * Opens what this device keeps for a user and connects. Safe to call again for the same user.
 * @param perform makes a call that waited; it says whether to try again later
 */
export async function openDeviceSync(options: {
  userId: string;
  build: string;
  perform: (call: WaitingCall) => Promise<CallResult>;
  /** The session was ended elsewhere while the page is open. */
  onSessionEnded: () => void;
  /** The socket was not even opened: the server is away, or refuses the session; worth a look at the session. */
  onRefused: () => void;
}): Promise<DeviceSync> {
  if (device?.userId === options.userId) return device;
  closeDeviceSync();
  const outdated = new Set<() => void>();
  let isOutdated = false;
  const becomeOutdated = () => {
    isOutdated = true;
    for (const listener of outdated) listener();
  };
  let store: LocalStore | null = null;
  let storeFault: string | null = null;
  try {
    store = await openLocalStore(options.userId, becomeOutdated);
    void navigator.storage?.persist?.().catch(() => false);
  } catch (error) {
    storeFault = error instanceof Error ? error.message : "This browser keeps nothing on this device";
    isOutdated = error instanceof NewerStoreError;
  }
  const socket = createSyncSocket({
    url: `${location.origin.replace(/^http/, "ws")}${SYNC_PATH}`,
    handshake: { schemaVersion: SCHEMA_VERSION, build: options.build },
    onSessionEnded: options.onSessionEnded,
    onRefused: options.onRefused,
  });
  const outbox = createOutbox({ store, perform: options.perform, onEmptied: () => socket.retry() });
  const stopLive = listenLive(socket, options.userId);
  const stopStatus = socket.onStatus((status) => {
    if (status === "connected") void outbox.flush();
    for (const listener of statusListeners) listener(status);
  });
  device = {
    userId: options.userId,
    socket,
    outbox,
    store,
    storeFault,
    isOutdated: () => isOutdated,
    onOutdated: (listener) => {
      outdated.add(listener);
      return () => outdated.delete(listener);
    },
  };
  stopDevice = () => {
    stopLive();
    stopStatus();
    outbox.close();
    socket.close();
    store?.close();
  };
  for (const listener of deviceListeners) listener(device);
  return device;
}

/** Lets go of the stores and the connection; what they keep stays on the device. */
export function closeDeviceSync(): void {
  if (!device) return;
  device = null;
  // First those who hold open notes: they still need the store to let go in order.
  for (const listener of deviceListeners) listener(null);
  stopDevice?.();
  stopDevice = null;
}

/** Removes a user's text from this device. Ask first when `unsentWork` is not zero. */
export async function wipeDeviceSync(userId: string): Promise<void> {
  if (device?.userId === userId) closeDeviceSync();
  await deleteLocalStore(userId);
}

/** What a wipe would lose: changes of notes and calls that the server has not taken yet. */
export async function unsentWork(): Promise<{ notes: number; changes: number; calls: number }> {
  const pending = (await device?.store?.pendingNotes().catch(() => [])) ?? [];
  return {
    notes: pending.length,
    changes: pending.reduce((sum, row) => sum + row.count, 0),
    calls: device?.outbox.pending() ?? 0,
  };
}

/** The user's own address: live events as JSON. A greeting tells the newest number, so that a gap shows. */
function listenLive(socket: SyncSocket, userId: string): () => void {
  let seen: number | null = null;
  const gap = () => liveListeners.forEach((listener) => listener.onGap());
  const topic = socket.open(liveAddress(userId), {
    onAccepted: () => {},
    onRefused: () => {},
    onDown: () => {},
    onMessage: (type, decoder) => {
      if (type !== messageType.stateless) return;
      const message = JSON.parse(decoding.readVarString(decoder)) as
        | { type: "hello"; seq: number }
        | { type: "events"; events: LiveEvent[] };
      if (message.type === "hello") {
        if (seen !== null && message.seq !== seen) gap();
        seen = message.seq;
        return;
      }
      const fresh = message.events.filter((event) => seen === null || event.seq > seen);
      const first = fresh[0];
      if (!first) return;
      if (seen !== null && first.seq !== seen + 1) gap();
      seen = fresh.at(-1)!.seq;
      for (const listener of liveListeners) listener.onEvents(fresh);
    },
  });
  return topic.close;
}
