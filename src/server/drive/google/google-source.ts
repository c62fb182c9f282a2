import { exportTypeOf } from "../file-kinds.ts";
import type { FileSource } from "../file-source.ts";
import { type DriveDeps, downloadTo, getFile, type GoogleFile } from "./drive-files.ts";

/** Files in Google Drive; documents of Google are handed out as what Cairn reads. */
export const googleSource = (deps: DriveDeps): FileSource => ({
  describe: async (id) => {
    const { webViewLink, ...file } = await getFile(deps, id);
    return { ...file, link: safeLink(webViewLink) };
  },
  download: (file, to) => downloadTo(deps, { ...to, id: file.id, exportAs: exportTypeOf(file.mimeType) }),
});

/** It stands in a link of the page. */
export const safeLink = (link: GoogleFile["webViewLink"]): string | null =>
  link?.startsWith("https://") ? link : null;
