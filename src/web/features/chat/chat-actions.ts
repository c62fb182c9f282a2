import { MessageSquareText } from "lucide-react";
import type { Action } from "../../kernel/actions/action.ts";
import { subjectOf } from "../../kernel/actions/subject.ts";
import { t } from "../../lib/messages/t.ts";

/** Conversations that keep to what a menu is about. */
export const chatActions: Action[] = [
  {
    id: "note.ask",
    title: t("Ask About This Note"),
    group: "Note",
    after: "note.share",
    icon: MessageSquareText,
    keywords: t("chat question ai answer"),
    isAvailable: (context) => subjectOf("note", context)?.trashedAt === null,
    run: (context) => {
      const note = subjectOf("note", context);
      if (note) context.go(`/app/chat?note=${note.id}`);
    },
  },
  {
    id: "folder.ask",
    title: t("Ask About This Folder"),
    group: "Folder",
    after: "folder.share",
    icon: MessageSquareText,
    keywords: t("chat question ai answer"),
    isAvailable: (context) => subjectOf("folder", context) !== null,
    run: (context) => {
      const folder = subjectOf("folder", context);
      if (folder) context.go(`/app/chat?folder=${folder.id}`);
    },
  },
];
