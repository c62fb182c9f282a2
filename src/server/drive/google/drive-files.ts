import { open, rm } from "node:fs/promises";
import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import { storageFault } from "../../platform/storage-fault.ts";
import { askForJson, askGoogle, faultOf } from "./ask-google.ts";
import { GoogleFault } from "./google-fault.ts";
import { mayPass } from "../remote-fault.ts";

/** The Drive API, version 3, as far as Cairn asks it. */
export type DriveDeps = {
  egress: Egress;
  config: Pick<Config, "google">;
  token: string;
  signal?: AbortSignal;
};

export const FIELDS = "id,name,mimeType,size,version,modifiedTime,webViewLink,trashed,md5Checksum";
/** Of a file that comes or goes; a silent line is given up much earlier. */
export const TRANSFER_MS = 15 * 60_000;
export const IDLE_MS = 30_000;
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

export const GoogleFile = z.object({
  id: z.string().max(200),
  name: z.string().transform(cleanName),
  mimeType: z.string().max(255),
  size: z.coerce.number().int().min(0).nullish(),
  version: z.coerce.string().max(50),
  modifiedTime: z.iso.datetime({ offset: true }).nullish(),
  webViewLink: z.url().max(2_000).nullish(),
  trashed: z.boolean().nullish(),
  /** Of what has bytes, in hexadecimal. */
  md5Checksum: z.string().max(100).nullish(),
});
export type GoogleFile = z.infer<typeof GoogleFile>;

const About = z.object({ user: z.object({ emailAddress: z.string().max(320) }) });

export const address = ({ config }: DriveDeps, path: string, query: Record<string, string> = {}): string => {
  const url = new URL(path, config.google.apiUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};
const filePath = (id: string, more = "") => `/drive/v3/files/${encodeURIComponent(id)}${more}`;
export const asked = ({ token, signal }: DriveDeps) => ({ token, ...(signal && { signal }) });

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

/** What Cairn says of a file to itself, and nobody else sees. */
export type Mark = { key: string; value: string };

/** In the place of what it said before. @throws GoogleFault */
export async function markFile(deps: DriveDeps, id: string, { key, value }: Mark): Promise<void> {
  const url = address(deps, filePath(id), { fields: FIELDS, supportsAllDrives: "true" });
  const json = { appProperties: { [key]: value } };
  await askForJson(deps.egress, { ...asked(deps), url, method: "PATCH", json }, GoogleFile);
}

const Page = z.object({ files: z.array(GoogleFile), nextPageToken: z.string().max(5_000).nullish() });
const PAGE_SIZE = 200;
/** A listing that goes on longer than this is no longer one of backups. */
const PAGES_MAX = 20;

/** Files that Cairn made and marked so, wherever they lie now, and none in the trash. @throws GoogleFault */
export async function listMarked(deps: DriveDeps, mark: Mark): Promise<GoogleFile[]> {
  const files: GoogleFile[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const url = address(deps, "/drive/v3/files", {
      q: `appProperties has { key='${mark.key}' and value='${mark.value}' } and trashed = false`,
      fields: `nextPageToken,files(${FIELDS})`,
      pageSize: String(PAGE_SIZE),
      ...(pageToken && { pageToken }),
    });
    const told: z.infer<typeof Page> = await askForJson(deps.egress, { ...asked(deps), url }, Page);
    files.push(...told.files);
    pageToken = told.nextPageToken ?? null;
    if (pageToken === null) break;
  }
  return files.filter(({ trashed }) => !trashed);
}

/** The first bytes of a file. @throws GoogleFault */
export async function readStart(deps: DriveDeps, id: string, bytes: number): Promise<Buffer> {
  const url = address(deps, filePath(id), { alt: "media", supportsAllDrives: "true" });
  const headers = { range: `bytes=0-${bytes - 1}` };
  const { body } = await askGoogle(deps.egress, { ...asked(deps), url, headers });
  return firstBytes(body, bytes);
}

/** Hangs up when there are enough: not everybody heeds a range. @throws GoogleFault */
export async function firstBytes(body: ReadableStream<Uint8Array>, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= bytes) break;
    }
  } catch (error) {
    throw faultOf(error);
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** @throws GoogleFault */
export async function deleteFile(deps: DriveDeps, id: string): Promise<void> {
  const url = address(deps, filePath(id), { supportsAllDrives: "true" });
  const { body } = await askGoogle(deps.egress, { ...asked(deps), url, method: "DELETE" });
  await body.cancel();
}
