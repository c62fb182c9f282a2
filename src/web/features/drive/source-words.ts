import type { DriveSource } from "#contract/drive.ts";
import { t } from "../../lib/messages/t.ts";

type Named = { name: string };
type SourceWords = {
  import: string;
  imported: string;
  exported: string;
  /** Of the part that exports a folder, where one page shows two of them. */
  exportPart: string;
  export: string;
  exporting: string;
  exportFailed: string;
  gone: string;
  goneNote: (values: Named) => string;
};

/** What is said of each place that files come from and notes go to. */
export const SOURCE_WORDS: Record<DriveSource, SourceWords> = {
  google: {
    import: t("Import from Google Drive"),
    imported: t("Imported"),
    exported: t("Exported"),
    exportPart: t("Export"),
    export: t("Export to Google Drive"),
    exporting: t("Exporting to Google Drive..."),
    exportFailed: t("Couldn't export to Google Drive. Try again."),
    gone: t("No longer in Google Drive"),
    goneNote: (values) => t("“{name}” is no longer in Google Drive. The note stays.", values),
  },
  folder: {
    import: t("Import from the folder"),
    imported: t("Imported"),
    exported: t("Exported"),
    exportPart: t("Export as Markdown"),
    export: t("Export as Markdown"),
    exporting: t("Exporting to the folder on the server..."),
    exportFailed: t("Couldn't export to the folder. Try again."),
    gone: t("No longer in the folder"),
    goneNote: (values) => t("“{name}” is no longer in the folder. The note stays.", values),
  },
  webdav: {
    import: t("Import from WebDAV"),
    imported: t("Imported from WebDAV"),
    exported: t("Exported to WebDAV"),
    exportPart: t("Export to WebDAV"),
    export: t("Export as Markdown"),
    exporting: t("Exporting to WebDAV..."),
    exportFailed: t("Couldn't export to WebDAV. Try again."),
    gone: t("No longer on the WebDAV server"),
    goneNote: (values) => t("“{name}” is no longer on the WebDAV server. The note stays.", values),
  },
};
