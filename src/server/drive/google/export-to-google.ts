import type { DriveFormat } from "#contract/drive.ts";
import { type DriveServices, folderOf, keepFolder, withDrive } from "../connection.ts";
import type { ExportTarget } from "../export-target.ts";
import { GOOGLE_DOC } from "../file-kinds.ts";
import {
  createFolder,
  deleteFile,
  type DriveDeps,
  FOLDER_TYPE,
  getFile,
  type GoogleFile,
} from "./drive-files.ts";
import { GoogleFault } from "./google-fault.ts";
import { safeLink } from "./google-source.ts";
import { bytesOf, upload } from "./upload.ts";

/** What Cairn makes lies in a folder of this name, wherever its person moves that. */
const FOLDER = "Cairn";

const TYPES: Record<DriveFormat, { mimeType: string; bytesType: string }> = {
  document: { mimeType: GOOGLE_DOC, bytesType: "text/html" },
  markdown: { mimeType: "text/markdown", bytesType: "text/markdown" },
};

/** Notes in a folder of the person's own Google Drive. */
export const googleTarget = (services: DriveServices, userId: string, signal: AbortSignal): ExportTarget => ({
  put: (id, { name, format, bytes }) =>
    withDrive(services, userId, async (token) => {
      const deps: DriveDeps = { ...services, token, signal };
      const folderId = await ensureFolder(services, userId, deps);
      const sent = { folderId, name, ...TYPES[format], bytes: bytesOf(bytes) };
      const { webViewLink, ...made } = await replaceOrCreate(deps, id, sent);
      return { ...made, link: safeLink(webViewLink) };
    }),
});

/** The folder may have been deleted, or the account be another one by now. */
async function ensureFolder(services: DriveServices, userId: string, deps: DriveDeps): Promise<string> {
  const known = await folderOf(services, userId);
  const there = known === null ? null : await unlessMissing(getFile(deps, known));
  if (there?.mimeType === FOLDER_TYPE) return there.id;
  const made = await createFolder(deps, FOLDER);
  if (await keepFolder(services, userId, { known, made })) return made;
  const other = await folderOf(services, userId);
  if (other === null) return made;
  // It is empty. Whoever can't delete it has two.
  await deleteFile(deps, made).catch(() => undefined);
  return other;
}

type Sent = Omit<Parameters<typeof upload>[1], "id">;

async function replaceOrCreate(deps: DriveDeps, id: string | null, sent: Sent): Promise<GoogleFile> {
  const there = id === null ? null : await unlessMissing(getFile(deps, id));
  return upload(deps, { ...sent, id: there?.id ?? null });
}

async function unlessMissing(file: Promise<GoogleFile>): Promise<GoogleFile | null> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof GoogleFault && error.kind === "missing") return null;
    throw error;
  }
}
