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

/** Where an upload is spoken of; a note that is only on this device, or not shared any more, is none the server knows. */
type Place = { upload: KeptUpload; noteId: string | undefined };

const addressOf = ({ noteId }: Place, id = ""): string =>
  `${PATH}${id && `/${id}`}${noteId ? `?noteId=${noteId}` : ""}`;

/**
 * Sends a file in parts, from where the server says it has come, by the tus protocol.
 * @throws LaterError, RefusedError
 */
export async function sendInParts(upload: KeptUpload, progress: Progress): Promise<void> {
  let place: Place = { upload, noteId: upload.noteId };
  for (let beginnings = 1; ; beginnings++) {
    try {
      const answer = await begin(place, progress.signal);
      await sendRest(place, offsetOf(answer), progress);
      return await finish(place, progress);
    } catch (error) {
      const isForgotten = error instanceof RefusedError && error.status === 404;
      if (!isForgotten || beginnings === BEGINNINGS) throw error;
      place = { upload, noteId: undefined };
    }
  }
}

/** Repeated, it answers how far the upload has come. */
function begin(place: Place, signal: AbortSignal): Promise<Answer> {
  const { id, name, type, size } = place.upload;
  const metadata = Object.entries({ id, name, type }).map(([word, value]) => `${word} ${base64(value)}`);
  const headers = { ...VERSION, "upload-length": String(size), "upload-metadata": metadata.join(",") };
  return sendRequest({ method: "POST", url: addressOf(place), headers, signal });
}

async function sendRest(place: Place, start: number, progress: Progress): Promise<void> {
  const { file, size } = place.upload;
  let offset = start;
  progress.onSent(offset);
  while (offset < size) {
    const from = offset;
    const body = file.slice(from, from + PART_BYTES);
    const onSent = (bytes: number) => progress.onSent(from + bytes);
    const answer = await sendPart(place, from, body, { ...progress, onSent });
    // Another tab, or a request of which nothing was heard, has sent these bytes.
    offset = offsetOf(answer.status === 409 ? await ask(place, progress.signal) : answer);
    progress.onSent(offset);
  }
}

const sendPart = (place: Place, offset: number, body: Blob, { onSent, signal }: Progress) =>
  sendRequest(
    {
      method: "PATCH",
      url: addressOf(place, place.upload.id),
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

const ask = (place: Place, signal: AbortSignal): Promise<Answer> =>
  sendRequest({ method: "HEAD", url: addressOf(place, place.upload.id), headers: VERSION, signal });

/** Every byte is there; should the server have died as it made the file, nothing more makes it try again. */
async function finish(place: Place, progress: Progress): Promise<void> {
  const isFile = async () => (await ask(place, progress.signal)).header("upload-complete") === "?1";
  if (await isFile()) return;
  await sendPart(place, place.upload.size, new Blob(), progress);
  if (!(await isFile())) throw new LaterError("the server has not made the file yet");
}

/** Tells the server to forget an upload; one that it does not hear of is forgotten in a day. */
export const giveUp = (upload: KeptUpload): void =>
  void sendRequest({
    method: "DELETE",
    url: addressOf({ upload, noteId: upload.noteId }, upload.id),
    headers: VERSION,
  }).catch(() => {});
