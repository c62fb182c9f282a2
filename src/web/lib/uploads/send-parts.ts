import type { FileEntry } from "#contract/files.ts";
import { api } from "../api.ts";
import { errorStatus } from "../rpc-errors.ts";
import { type Answer, LaterError, RefusedError, sendRequest } from "./xhr.ts";
import type { KeptUpload } from "./upload-store.ts";

/** What one request carries: little enough to be sent again after a break, enough to be quick. */
const PART_BYTES = 5 * 1024 * 1024;
const PATH = "/api/files/uploads";
const VERSION = { "tus-resumable": "1.0.0" };
/** The server may forget an upload between two parts; then it begins again. */
const BEGINNINGS = 3;

type Progress = { onSent: (bytes: number) => void; signal: AbortSignal };

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

const offsetOf = (answer: Answer): number => Number(answer.header("upload-offset") ?? 0);

/**
 * Sends a file in parts, from where the server says it has come, by the tus protocol.
 * @throws LaterError, RefusedError
 */
export async function sendInParts(upload: KeptUpload, progress: Progress): Promise<FileEntry> {
  for (let beginnings = 1; ; beginnings++) {
    try {
      await sendRest(upload, await begin(upload, progress.signal), progress);
      return await finished(upload, progress);
    } catch (error) {
      const isForgotten = error instanceof RefusedError && error.status === 404;
      if (!isForgotten || beginnings === BEGINNINGS) throw error;
    }
  }
}

/** Repeated, it answers how far the upload has come. */
async function begin({ id, name, type, size }: KeptUpload, signal: AbortSignal): Promise<number> {
  const metadata = Object.entries({ id, name, type }).map(([word, value]) => `${word} ${base64(value)}`);
  const headers = { ...VERSION, "upload-length": String(size), "upload-metadata": metadata.join(",") };
  return offsetOf(await sendRequest({ method: "POST", url: PATH, headers, signal }));
}

async function sendRest(upload: KeptUpload, start: number, progress: Progress): Promise<void> {
  let offset = start;
  progress.onSent(offset);
  while (offset < upload.size) {
    const from = offset;
    const body = upload.file.slice(from, from + PART_BYTES);
    const answer = await sendPart(upload.id, from, body, {
      ...progress,
      onSent: (bytes) => progress.onSent(from + bytes),
    });
    // Another tab, or a request of which nothing was heard, has sent these bytes.
    offset = answer.status === 409 ? await askOffset(upload.id, progress.signal) : offsetOf(answer);
    progress.onSent(offset);
  }
}

const sendPart = (id: string, offset: number, body: Blob, { onSent, signal }: Progress) =>
  sendRequest(
    {
      method: "PATCH",
      url: `${PATH}/${id}`,
      headers: {
        ...VERSION,
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      },
      body,
      onSent,
      signal,
    },
    [409],
  );

async function askOffset(id: string, signal: AbortSignal): Promise<number> {
  return offsetOf(await sendRequest({ method: "HEAD", url: `${PATH}/${id}`, headers: VERSION, signal }));
}

/** Every byte is there; should the server have died as it made the file, nothing more makes it try again. */
async function finished({ id, size }: KeptUpload, progress: Progress): Promise<FileEntry> {
  const get = () => api.files.get.call({ fileId: id }, { signal: progress.signal });
  try {
    return await get();
  } catch (error) {
    const status = errorStatus(error);
    if (status !== 404) throw new LaterError(String(error));
  }
  await sendPart(id, size, new Blob(), progress);
  return get().catch((error: unknown) => Promise.reject(new LaterError(String(error))));
}

/** Tells the server to forget an upload; one that it does not hear of is forgotten in a day. */
export const giveUp = (id: string): void =>
  void sendRequest({ method: "DELETE", url: `${PATH}/${id}`, headers: VERSION }).catch(() => {});
