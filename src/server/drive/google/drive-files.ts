import { open, rm } from "node:fs/promises";
import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import { storageFault } from "../../platform/storage-fault.ts";
import { askForJson, askGoogle, faultOf, readJson } from "./ask-google.ts";
import { GoogleFault, mayPass } from "./google-fault.ts";

/** The Drive API, version 3, as far as Cairn asks it. */
export type DriveDeps = {
  egress: Egress;
  config: Pick<Config, "google">;
  token: string;
  signal?: AbortSignal;
};

const FIELDS = "id,name,mimeType,size,version,modifiedTime,webViewLink,trashed";
/** Of a file that comes or goes; a silent line is given up much earlier. */
const TRANSFER_MS = 15 * 60_000;
const IDLE_MS = 30_000;
const DOWNLOAD_TRIES = 3;
export const FOLDER_TYPE = "application/vnd.google-apps.folder";

/** As long as a title may be. */
const NAME_MAX = 500;

/** Any bytes can be a name there: zeros and halves of letters, which a database refuses, and lines. */
export function cleanName(name: string): string {
  const whole = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  if (whole.length <= NAME_MAX) return whole || "Untitled";
  const ending = /\.[A-Za-z]{1,10}$/.exec(whole)?.[0] ?? "";
  const cut = whole.slice(0, NAME_MAX - ending.length);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + ending;
}

const GoogleFile = z.object({
  id: z.string().max(200),
  name: z.string().transform(cleanName),
  mimeType: z.string().max(255),
  size: z.coerce.number().int().min(0).nullish(),
  version: z.coerce.string().max(50),
  modifiedTime: z.iso.datetime({ offset: true }).nullish(),
  webViewLink: z.url().max(2_000).nullish(),
  trashed: z.boolean().nullish(),
});
export type GoogleFile = z.infer<typeof GoogleFile>;

const About = z.object({ user: z.object({ emailAddress: z.string().max(320) }) });

const address = ({ config }: DriveDeps, path: string, query: Record<string, string> = {}): string => {
  const url = new URL(path, config.google.apiUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};
const filePath = (id: string, more = "") => `/drive/v3/files/${encodeURIComponent(id)}${more}`;
const asked = ({ token, signal }: DriveDeps) => ({ token, ...(signal && { signal }) });

/** The mail address of the Google account. @throws GoogleFault */
export async function accountEmail(deps: DriveDeps): Promise<string> {
  const url = address(deps, "/drive/v3/about", { fields: "user(emailAddress)" });
  const { user } = await askForJson(deps.egress, { ...asked(deps), url }, About);
  return user.emailAddress;
}

/** What a file is; one in the trash counts as missing. @throws GoogleFault */
export async function getFile(deps: DriveDeps, id: string): Promise<GoogleFile> {
  const url = address(deps, filePath(id), { fields: FIELDS, supportsAllDrives: "true" });
  const file = await askForJson(deps.egress, { ...asked(deps), url }, GoogleFile);
  if (file.trashed) throw new GoogleFault("missing");
  return file;
}

/**
 * Fetches a file, or with `exportAs` a document of Google in another format; one that breaks off is begun anew.
 * @throws GoogleFault
 */
export async function downloadTo(
  deps: DriveDeps,
  { id, exportAs, path, maxBytes }: { id: string; exportAs: string | null; path: string; maxBytes: number },
): Promise<void> {
  const url =
    exportAs === null
      ? address(deps, filePath(id), { alt: "media", supportsAllDrives: "true" })
      : address(deps, filePath(id, "/export"), { mimeType: exportAs });
  for (let attempt = 1; ; attempt++) {
    try {
      const limits = { timeoutMs: TRANSFER_MS, idleMs: IDLE_MS, maxBytes };
      const { body } = await askGoogle(deps.egress, { ...asked(deps), url, ...limits });
      return await writeTo(path, body);
    } catch (error) {
      await rm(path, { force: true });
      // Ours, and no fault of Google's.
      if (storageFault(error)) throw error;
      const fault = faultOf(error);
      if (!mayPass(fault) || attempt === DOWNLOAD_TRIES || deps.signal?.aborted) throw fault;
    }
  }
}

async function writeTo(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    for await (const chunk of body) await file.write(chunk);
  } finally {
    await file.close();
  }
}

/** @returns Google's id of the new folder. @throws GoogleFault */
export async function createFolder(deps: DriveDeps, name: string): Promise<string> {
  const url = address(deps, "/drive/v3/files", { fields: FIELDS });
  const json = { name, mimeType: FOLDER_TYPE };
  const { id } = await askForJson(deps.egress, { ...asked(deps), url, method: "POST", json }, GoogleFile);
  return id;
}

/** @throws GoogleFault */
export async function deleteFile(deps: DriveDeps, id: string): Promise<void> {
  const url = address(deps, filePath(id), { supportsAllDrives: "true" });
  const { body } = await askGoogle(deps.egress, { ...asked(deps), url, method: "DELETE" });
  await body.cancel();
}

export type Upload = {
  /** Of the file that is replaced; null makes a new one. */
  id: string | null;
  folderId: string;
  name: string;
  /** What it is in Google Drive: for a type of Google's own, the bytes are converted. */
  mimeType: string;
  bytes: Uint8Array;
  bytesType: string;
};

/** Sends bytes as a resumable upload; one that breaks off goes on where it was. @throws GoogleFault */
export async function upload(deps: DriveDeps, given: Upload): Promise<GoogleFile> {
  const { id, folderId, name, mimeType, bytes, bytesType } = given;
  const query = { uploadType: "resumable", fields: FIELDS, supportsAllDrives: "true" };
  const path = id === null ? "/upload/drive/v3/files" : `/upload/drive/v3/files/${encodeURIComponent(id)}`;
  const { headers, body } = await askGoogle(deps.egress, {
    ...asked(deps),
    url: address(deps, path, query),
    method: id === null ? "POST" : "PATCH",
    json: id === null ? { name, mimeType, parents: [folderId] } : { name },
    headers: { "x-upload-content-type": bytesType, "x-upload-content-length": String(bytes.length) },
  });
  await body.cancel();
  const session = URL.parse(headers.location ?? "");
  // The token goes along: to Google, and to nobody whom an answer names.
  if (session?.origin !== deps.config.google.apiUrl.origin) throw new GoogleFault("invalid");
  return sendBytes(deps, session.href, { bytes, bytesType });
}

const RESUMES = 4;

async function sendBytes(
  deps: DriveDeps,
  url: string,
  { bytes, bytesType }: Pick<Upload, "bytes" | "bytesType">,
): Promise<GoogleFile> {
  let from = 0;
  for (let attempt = 1; ; attempt++) {
    const rest = bytes.subarray(from);
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    try {
      return await askForJson(
        deps.egress,
        {
          ...asked(deps),
          url,
          method: "PUT",
          body: rest,
          headers: { "content-type": bytesType, ...(from > 0 && { "content-range": range }) },
          timeoutMs: TRANSFER_MS,
          idleMs: IDLE_MS,
          isOnce: true,
        },
        GoogleFile,
      );
    } catch (error) {
      if (!mayPass(error) || attempt === RESUMES) throw error;
    }
    const reached = await howFar(deps, url, bytes.length);
    if (typeof reached !== "number") return reached;
    from = reached;
  }
}

/** How many bytes have arrived, or the file when all had. @throws GoogleFault */
async function howFar(deps: DriveDeps, url: string, length: number): Promise<number | GoogleFile> {
  const answer = await askGoogle(deps.egress, {
    ...asked(deps),
    url,
    method: "PUT",
    body: "",
    headers: { "content-range": `bytes */${length}` },
  });
  if (answer.status !== 308) return readJson(answer.body, GoogleFile);
  await answer.body.cancel();
  const last = /^bytes=0-(\d+)$/.exec(String(answer.headers.range ?? ""))?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
