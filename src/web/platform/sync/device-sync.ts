import { waitingFor } from "../device/share-target.ts";
import { createDevice, type DeviceOptions, type DeviceSync, type LiveListener } from "./device.ts";
import { deleteLocalStore } from "./store/local-store.ts";
import { thisPage } from "./page.ts";
import type { ConnectionStatus } from "./types.ts";

let device: DeviceSync | null = null;
let stopStatus: (() => void) | undefined;
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

/** Opens what this device keeps for a user and connects. Safe to call again for the same user. */
export async function openDeviceSync(options: DeviceOptions): Promise<DeviceSync> {
  if (device?.userId === options.userId) return device;
  closeDeviceSync();
  const opened = await createDevice({
    ...options,
    page: thisPage,
    origin: location.origin,
    live: {
      onEvents: (events) => liveListeners.forEach((listener) => listener.onEvents(events)),
      onGap: () => liveListeners.forEach((listener) => listener.onGap()),
      onAnswer: (message) => liveListeners.forEach((listener) => listener.onAnswer?.(message)),
    },
  });
  if (opened.store) void navigator.storage?.persist?.().catch(() => false);
  device = opened;
  stopStatus = opened.socket.onStatus((status) => {
    for (const listener of statusListeners) listener(status);
  });
  for (const listener of deviceListeners) listener(device);
  // Also where no socket ever connects.
  void opened.outbox.flush();
  return device;
}

/** Lets go of the stores and the connection; what they keep stays on the device. */
export function closeDeviceSync(): void {
  const closing = device;
  if (!closing) return;
  device = null;
  // First those who hold open notes: they still need the store to let go in order.
  for (const listener of deviceListeners) listener(null);
  stopStatus?.();
  closing.close();
}

/** Removes a user's text from this device. Ask first when `unsentWork` is not zero. */
export async function wipeDeviceSync(userId: string): Promise<void> {
  if (device?.userId === userId) closeDeviceSync();
  await deleteLocalStore(thisPage, userId);
}

/** What a wipe would lose: changes of notes and calls and shared images that the server has not taken yet. */
export async function unsentWork(): Promise<{ notes: number; changes: number; calls: number }> {
  const pending = (await device?.store?.pendingNotes().catch(() => [])) ?? [];
  const images = device ? await waitingFor(device.userId).catch(() => []) : [];
  return {
    notes: pending.length,
    changes: pending.reduce((sum, row) => sum + row.count, 0),
    calls: (device?.outbox.pending() ?? 0) + images.length,
  };
}
