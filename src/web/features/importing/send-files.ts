import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

const CHUNK_BYTES = 8 * 1024 * 1024;
/** Small files travel together, up to this much. */
const PACK_BYTES = 16 * 1024 * 1024;
const TRIES = 3;

/** A folder's own name comes along, so that it becomes a folder here too. */
const pathOf = (file: File) => file.webkitRelativePath || file.name;

/** What programs keep for themselves stays; Obsidian's folder tells that it is a vault. */
const isWanted = (path: string) =>
  !path.split("/").some((part) => part.startsWith(".")) || path.endsWith("/.obsidian/app.json");

type Piece = { path: string; body: Blob; modified: number };

export type Sending = { sent: number; total: number };

/** What was chosen, in a word: a file's name, a folder's, or how many files. */
export function nameOf(files: readonly File[]): string {
  const folder = files[0]?.webkitRelativePath.split("/")[0];
  if (folder) return folder;
  return files.length === 1 ? files[0]!.name : plural(files.length, { other: "{count} files" });
}

/**
 * Sends files to a new import, large ones in pieces, small ones packed together; each piece is tried three times.
 * @returns its id
 * @throws Error with words for the person
 */
export async function sendFiles(
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (sending: Sending) => void,
  onCreated: (importId: string) => void,
): Promise<string> {
  const wanted = files.filter((file) => isWanted(pathOf(file)));
  if (wanted.length === 0) throw new Error(t("There's nothing to import in it."));
  const { id } = await rpc.imports.create({ name: nameOf(files).slice(0, 300) }).catch((error: unknown) => {
    throw new Error(errorMessage(error, t("Can't reach the server. Your changes are safe; try again.")));
  });
  onCreated(id);
  const total = wanted.reduce((sum, file) => sum + file.size, 0);
  let sent = 0;
  for await (const { path, body, modified } of piecesOf(wanted)) {
    for (let offset = 0; offset === 0 || offset < body.size; offset += CHUNK_BYTES) {
      const chunk = body.slice(offset, offset + CHUNK_BYTES);
      await send(id, { path, body: chunk, modified }, offset, signal);
      sent += chunk.size;
      onProgress({ sent: Math.min(sent, total), total });
    }
  }
  return id;
}

async function* piecesOf(files: readonly File[]): AsyncGenerator<Piece> {
  if (files.length === 1) {
    const [file] = files;
    yield { path: pathOf(file!), body: file!, modified: file!.lastModified };
    return;
  }
  let pack: File[] = [];
  let size = 0;
  let number = 0;
  for (const file of files) {
    if (file.size > PACK_BYTES) yield { path: pathOf(file), body: file, modified: file.lastModified };
    else {
      if (size + file.size > PACK_BYTES && pack.length > 0) {
        yield await packed(pack, number++);
        pack = [];
        size = 0;
      }
      pack.push(file);
      size += file.size;
    }
  }
  if (pack.length > 0) yield packed(pack, number);
}

/** Files as one archive, unpacked by the server where they stood; by their own dates, so that the same are the same again. */
async function packed(files: File[], number: number): Promise<Piece> {
  const { zipSync } = await import("fflate");
  const entries: Record<string, [Uint8Array, { level: 0; mtime: number }]> = {};
  for (const file of files)
    entries[pathOf(file)] = [
      new Uint8Array(await file.arrayBuffer()),
      { level: 0, mtime: file.lastModified },
    ];
  const body = new Blob([zipSync(entries) as BlobPart], { type: "application/zip" });
  return { path: `files-${number}.zip`, body, modified: 0 };
}

async function send(importId: string, piece: Piece, offset: number, signal: AbortSignal): Promise<void> {
  const { path, body, modified } = piece;
  const query = new URLSearchParams({ path, offset: String(offset), modified: String(modified) });
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`/api/imports/${importId}/upload?${query}`, {
      method: "POST",
      body,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    if (response?.ok) return;
    const isPassing = response === null || response.status >= 502;
    if (isPassing && attempt < TRIES) continue;
    const answer = (await response?.json().catch(() => null)) as { message?: string } | null | undefined;
    throw new Error(answer?.message ?? t("Can't reach the server. Your changes are safe; try again."));
  }
}
