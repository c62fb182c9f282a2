import { setTimeout as pause } from "node:timers/promises";
import { type Asked, askGoogle, readJson } from "./ask-google.ts";
import {
  address,
  asked,
  type DriveDeps,
  FIELDS,
  GoogleFile,
  IDLE_MS,
  type Mark,
  TRANSFER_MS,
} from "./drive-files.ts";
import { GoogleFault } from "./google-fault.ts";
import { mayPass } from "../remote-fault.ts";

/** Bytes that are sent, read when their turn comes. */
export type Bytes = { length: number; read: (from: number, to: number) => Promise<Uint8Array> };

export const bytesOf = (whole: Uint8Array): Bytes => ({
  length: whole.length,
  read: async (from, to) => whole.subarray(from, to),
});

export type Upload = {
  /** Of the file that is replaced; null makes a new one. */
  id: string | null;
  folderId: string;
  name: string;
  /** What it is in Google Drive: for a type of Google's own, the bytes are converted. */
  mimeType: string;
  bytes: Bytes;
  bytesType: string;
  /** What Cairn finds a new file again by; nobody else sees it. */
  mark?: Mark;
};

type Options = {
  /** Another access token: an upload may take longer than one counts. */
  renew?: () => Promise<string>;
  /** A multiple of 256 KB. */
  pieceBytes?: number;
};

const PIECE_BYTES = 8 * 1024 * 1024;
/** In a row, without a byte that arrived. */
const RESUMES = 4;
const PAUSE_MS = 300;

/** Sends bytes in pieces as a resumable upload; one that breaks off goes on where it was. @throws GoogleFault */
export async function upload(deps: DriveDeps, given: Upload, options: Options = {}): Promise<GoogleFile> {
  const { id, folderId, name, mimeType, bytes, bytesType, mark } = given;
  const query = { uploadType: "resumable", fields: FIELDS, supportsAllDrives: "true" };
  const path = id === null ? "/upload/drive/v3/files" : `/upload/drive/v3/files/${encodeURIComponent(id)}`;
  const marked = mark && { appProperties: { [mark.key]: mark.value } };
  const { headers, body } = await askGoogle(deps.egress, {
    ...asked(deps),
    url: address(deps, path, query),
    method: id === null ? "POST" : "PATCH",
    json: id === null ? { name, mimeType, parents: [folderId], ...marked } : { name },
    headers: { "x-upload-content-type": bytesType, "x-upload-content-length": String(bytes.length) },
  });
  await body.cancel();
  const session = URL.parse(headers.location ?? "");
  // The token goes along: to Google, and to nobody whom an answer names.
  if (session?.origin !== deps.config.google.apiUrl.origin) throw new GoogleFault("invalid");
  return sendBytes({ ...deps, url: session.href, ...options }, given);
}

type Session = DriveDeps & Options & { url: string };

async function sendBytes(session: Session, given: Pick<Upload, "bytes" | "bytesType">): Promise<GoogleFile> {
  let at: Session = session;
  let from = 0;
  let failed = 0;
  let isKnown = true;
  for (;;) {
    try {
      const reached = isKnown ? await sendPiece(at, given, from) : await howFar(at, given.bytes.length);
      if (typeof reached !== "number") return reached;
      if (reached > from) failed = 0;
      else if (isKnown && ++failed === RESUMES) throw new GoogleFault("away");
      from = reached;
      isKnown = true;
    } catch (error) {
      failed += 1;
      isKnown = false;
      const mayGoOn = failed < RESUMES && !session.signal?.aborted;
      if (isExpired(error) && session.renew && mayGoOn) at = { ...at, token: await session.renew() };
      else if (mayPass(error) && mayGoOn)
        await pause(PAUSE_MS * 2 ** (failed - 1) * (0.5 + Math.random() / 2));
      else throw unlessLost(error);
    }
  }
}

const isExpired = (error: unknown): boolean => error instanceof GoogleFault && error.kind === "expired";

/** Google forgets an upload after a week, and sooner when it likes: it is begun anew with the next try. */
const unlessLost = (error: unknown): unknown =>
  error instanceof GoogleFault && error.kind === "missing"
    ? new GoogleFault("away", { cause: error })
    : error;

const put = (session: Session): Asked => ({
  ...asked(session),
  url: session.url,
  method: "PUT",
  timeoutMs: TRANSFER_MS,
  idleMs: IDLE_MS,
});

/** @returns the file with the last piece, else how many bytes have arrived */
async function sendPiece(
  session: Session,
  { bytes, bytesType }: Pick<Upload, "bytes" | "bytesType">,
  from: number,
): Promise<number | GoogleFile> {
  const to = Math.min(bytes.length, from + (session.pieceBytes ?? PIECE_BYTES));
  const range = bytes.length > 0 && { "content-range": `bytes ${from}-${to - 1}/${bytes.length}` };
  const answer = await askGoogle(session.egress, {
    ...put(session),
    body: await bytes.read(from, to),
    headers: { "content-type": bytesType, ...range } as Record<string, string>,
    isOnce: true,
  });
  return reachedIn(answer);
}

/** The file when all had arrived. @throws GoogleFault */
async function howFar(session: Session, length: number): Promise<number | GoogleFile> {
  const headers = { "content-range": `bytes */${length}` };
  return reachedIn(await askGoogle(session.egress, { ...put(session), body: "", headers }));
}

async function reachedIn(answer: Awaited<ReturnType<typeof askGoogle>>): Promise<number | GoogleFile> {
  if (answer.status !== 308) return readJson(answer.body, GoogleFile);
  await answer.body.cancel();
  const last = /^bytes=0-(\d+)$/.exec(String(answer.headers.range ?? ""))?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
