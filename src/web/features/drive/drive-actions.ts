import { Link2, Upload } from "lucide-react";
import type { DriveSource } from "#contract/drive.ts";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { goTo } from "../../kernel/actions/go-to.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { t } from "../../lib/messages/t.ts";
import { exportNote } from "./drive-mutations.ts";
import { isKnownConnected } from "./known-connection.ts";

const isOwn = (context: ActionContext): boolean => {
  const note = noteOf(context);
  return note !== null && note.trashedAt === null && !note.isForeign;
};

type NoteExport = { source: DriveSource; id: string; after: string; title: string; keywords: string };

/** Menus of notes have no room for what few are connected to. */
const exportTo = ({ source, ...rest }: NoteExport): Action => ({
  ...rest,
  group: "Note",
  icon: Upload,
  isAvailable: (context) => context.via === "palette" && isKnownConnected(source) && isOwn(context),
  run: async (context) => {
    const note = noteOf(context);
    if (note) await exportNote(note.id, source);
  },
});

export const driveActions: Action[] = [
  goTo({
    id: "drive",
    title: t("Google Drive"),
    icon: Link2,
    href: "/app/drive",
    keywords: t("google docs sheets import"),
    after: "go.gallery",
  }),
  exportTo({
    source: "google",
    id: "note.drive",
    after: "note.export",
    title: t("Export to Google Drive"),
    keywords: t("google docs cloud"),
  }),
  exportTo({
    source: "folder",
    id: "note.server-folder",
    after: "note.drive",
    title: t("Export to the Folder on the Server"),
    keywords: t("markdown disk file"),
  }),
  exportTo({
    source: "webdav",
    id: "note.webdav",
    after: "note.server-folder",
    title: t("Export to WebDAV"),
    keywords: t("markdown nextcloud nas file"),
  }),
];
