import { create } from "zustand";
import { toast } from "../../ui/toast-store.ts";
import { api, invalidate } from "../api.ts";
import { newId } from "../ids.ts";
import { isConfirmed, onConfirmed, useSession } from "../session.ts";
import { connectionStatus, onConnectionStatus } from "../sync/device-sync.ts";
import { thisPage } from "../sync/page.ts";
import { sendImage } from "./send-image.ts";
import { giveUp, sendInParts } from "./send-parts.ts";
import { type KeptUpload, openUploadStore, type UploadStore } from "./upload-store.ts";
import { onStopSending, rememberWaiting } from "./waiting-uploads.ts";
import { LaterError } from "./xhr.ts";
import { t } from "../../lib/messages/t.ts";

export type Upload = Omit<KeptUpload, "file"> & {
  file: Blob;
  /** waiting: for its turn, or for the server. failed: refused, until somebody tries again. */
  state: "waiting" | "sending" | "failed" | "done";
  /** Bytes that are there or on their way. */
  sent: number;
  /** Why it failed, in words to show. */
  message?: string;
};

/** Everything on its way from this page, and what this device kept of earlier ones; by the id of the file to be. */
export const useUploads = create<{ uploads: ReadonlyMap<string, Upload> }>(() => ({ uploads: new Map() }));

const AT_A_TIME = 2;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** One that has arrived is told for so long, so that what shows it can say so. */
const DONE_FOR_MS = 4_000;

let store: UploadStore | null = null;
let owner: string | null = null;
let retryMs = FIRST_RETRY_MS;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let stop = () => {};
const running = new Map<string, AbortController>();

const uploadOf = (id: string) => useUploads.getState().uploads.get(id);

function change(id: string, next: Partial<Upload> | null): void {
  const uploads = new Map(useUploads.getState().uploads);
  const before = uploads.get(id);
  if (next === null) uploads.delete(id);
  else if (before) uploads.set(id, { ...before, ...next });
  useUploads.setState({ uploads });
  if (next === null || next.state) remember();
}

function remember(): void {
  const left = [...useUploads.getState().uploads.values()].filter(({ state }) => state !== "done");
  if (owner)
    rememberWaiting(
      owner,
      left.map(({ id }) => id),
    );
}

/** Takes up what this device kept for a person; repeatable. Sends whenever the server is there. */
export async function startUploads(userId: string): Promise<void> {
  if (owner === userId) return;
  stopUploads();
  owner = userId;
  const opened = openUploadStore(userId);
  store = opened;
  const stopStatus = onConnectionStatus((status) => status === "connected" && wake());
  const stopWake = thisPage.onWake(wake);
  const stopConfirmed = onConfirmed(wake);
  stop = () => {
    stopStatus();
    stopWake();
    stopConfirmed();
  };
  const kept = await opened.all().catch(() => []);
  if (owner !== userId) return;
  const uploads = new Map(useUploads.getState().uploads);
  for (const upload of kept)
    if (!uploads.has(upload.id)) uploads.set(upload.id, { ...upload, state: "waiting", sent: 0 });
  useUploads.setState({ uploads });
  remember();
  sendNext();
}

/** Before another person is at this device. */
function stopUploads(): void {
  stop();
  clearTimeout(retryTimer);
  for (const controller of running.values()) controller.abort();
  running.clear();
  [store, owner, stop] = [null, null, () => {}];
  useUploads.setState({ uploads: new Map() });
}

onStopSending(stopUploads);

/**
 * Takes a file to the server, now or when there is one. It has its address at once; resolves when the device has it safe, or
 * rejects when this browser keeps nothing and the server is away: then nobody has it.
 */
export async function queueUpload(
  file: File,
  door: KeptUpload["door"],
  { id = newId(), ...place }: Pick<KeptUpload, "noteId" | "into" | "projectId"> & { id?: string } = {},
): Promise<{ id: string; url: string }> {
  const session = useSession.getState();
  if (session.status === "signed-in") await startUploads(session.session.user.id);
  const { name, type, size } = file;
  const upload: KeptUpload = {
    id,
    name: name || "file",
    type,
    size,
    door,
    ...place,
    file,
    addedAt: Date.now(),
  };
  const isKept = await (store?.put(upload).then(() => true) ?? Promise.resolve(false)).catch(() => false);
  if (!isKept && connectionStatus() === "disconnected")
    throw new LaterError(t("Your browser couldn't store the file. Add it again when you're back online."));
  const uploads = new Map(useUploads.getState().uploads);
  useUploads.setState({ uploads: uploads.set(id, { ...upload, state: "waiting", sent: 0 }) });
  remember();
  sendNext();
  return { id, url: `/files/${id}` };
}

function wake(): void {
  retryMs = FIRST_RETRY_MS;
  sendNext();
}

function sendNext(): void {
  clearTimeout(retryTimer);
  for (const { id, state } of useUploads.getState().uploads.values()) {
    if (running.size >= AT_A_TIME) return;
    if (state === "waiting" && !running.has(id)) void run(id);
  }
}

async function run(id: string): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const mine = owner;
  try {
    // One tab of the device sends; the others find it done.
    await thisPage.withLock(`cairn-upload-${id}`, () => sendOne(id, controller.signal));
    retryMs = FIRST_RETRY_MS;
  } catch (error) {
    if (owner !== mine || controller.signal.aborted) return;
    if (error instanceof LaterError) {
      change(id, { state: "waiting" });
      retryTimer = setTimeout(sendNext, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      running.delete(id);
      return;
    }
    const message = error instanceof Error ? error.message : t("Couldn't upload it");
    const isTold = uploadOf(id)?.refusal === message;
    change(id, { state: "failed", message, refusal: message });
    if (!isTold) tellRefusal(id, message);
  } finally {
    if (running.get(id) === controller) running.delete(id);
  }
  if (owner === mine) sendNext();
}

async function sendOne(id: string, signal: AbortSignal): Promise<void> {
  const upload = uploadOf(id);
  if (!upload || signal.aborted) return;
  if (!isConfirmed(owner ?? undefined)) throw new LaterError("");
  change(id, { state: "sending" });
  const onSent = (sent: number) => {
    if (uploadOf(id)) change(id, { sent: Math.min(sent, upload.size) });
  };
  await (upload.door === "image"
    ? sendImage(upload, onSent, signal)
    : sendInParts(upload, { onSent, signal }));
  // Few uploads go there.
  if (upload.into === "gallery" || upload.into === "project")
    await (await import("./put-upload.ts")).putUpload(upload, signal);
  await store?.remove(id).catch(() => {});
  change(id, { state: "done", sent: upload.size });
  tell(upload);
  setTimeout(() => change(id, null), DONE_FOR_MS);
}

function tell({ type, into }: Upload): void {
  for (const part of [api.files, api.gallery]) invalidate(part.key());
  // A question shows its files itself.
  if (into === "question") return;
  const left = [...useUploads.getState().uploads.values()].filter(({ state }) => state !== "done");
  if (left.length === 0)
    toast.success(
      type.startsWith("image/") ? t("Image uploaded successfully!") : t("File uploaded successfully!"),
    );
}

/** Also for the pages to come, which try it again by themselves: somebody may have made room. */
function tellRefusal(id: string, refusal: string): void {
  toast.failed(refusal, () => retryUpload(id), { title: uploadOf(id)?.name ?? "" });
  const kept = uploadOf(id);
  if (!kept) return;
  const { name, type, size, door, noteId, into, projectId, file, addedAt } = kept;
  const again = { id, name, type, size, door, noteId, into, projectId, file, addedAt, refusal };
  void store?.put(again).catch(() => {});
}

export function retryUpload(id: string): void {
  // Asked for, so the answer is told, whatever it was before.
  change(id, { state: "waiting", message: "", refusal: "" });
  sendNext();
}

/** Nobody wants it any more: nothing of it stays, here or on the server. */
export async function cancelUpload(id: string): Promise<void> {
  running.get(id)?.abort();
  running.delete(id);
  const upload = uploadOf(id);
  change(id, null);
  await store?.remove(id).catch(() => {});
  if (upload?.door === "file") giveUp(upload);
  sendNext();
}
