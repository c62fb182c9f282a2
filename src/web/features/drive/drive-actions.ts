import { Link2, Upload } from "lucide-react";
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

export const driveActions: Action[] = [
  goTo({
    id: "drive",
    title: t("Google Drive"),
    icon: Link2,
    href: "/app/drive",
    keywords: t("google docs sheets import"),
    after: "go.gallery",
  }),
  {
    id: "note.drive",
    after: "note.export",
    title: t("Export to Google Drive"),
    group: "Note",
    icon: Upload,
    keywords: t("google docs cloud"),
    // Menus of notes have no room for what few are connected to.
    isAvailable: (context) => context.via === "palette" && isKnownConnected() && isOwn(context),
    run: async (context) => {
      const note = noteOf(context);
      if (note) await exportNote(note.id, "google");
    },
  },
  {
    id: "note.server-folder",
    after: "note.drive",
    title: t("Export to the Folder on the Server"),
    group: "Note",
    icon: Upload,
    keywords: t("markdown disk file"),
    isAvailable: (context) => context.via === "palette" && isKnownConnected("folder") && isOwn(context),
    run: async (context) => {
      const note = noteOf(context);
      if (note) await exportNote(note.id, "folder");
    },
  },
];
