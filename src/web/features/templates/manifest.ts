import { LayoutTemplate, Trash2 } from "lucide-react";
import type { Editor } from "@tiptap/core";
import type { Note } from "#contract/notes.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import { t } from "../../lib/messages/t.ts";

/** What a note that is made elsewhere is about, and what makes it. */
export type NoteToBegin = {
  title: string;
  at: Date;
  /** What more is known than its title and moment, by the names that templates have for it. */
  words: Record<string, string>;
  use: (text: string) => void;
};

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    templates: { into: Editor | null; begin?: NoteToBegin };
    "save-template": { note: Note };
  }
}

export const templates = defineManifest({
  laterActions: async () => (await import("./template-actions.ts")).templateActions,
  dialogs: {
    templates: deferred(async () => (await import("./template-dialogs.tsx")).UseTemplateDialog),
    "save-template": deferred(async () => (await import("./template-dialogs.tsx")).SaveNoteDialog),
  },
  live: { template: () => invalidate(api.templates.key()) },
  activity: {
    types: {
      template_created: { icon: LayoutTemplate, words: t("Template created"), group: "notes" },
      template_updated: { icon: LayoutTemplate, words: t("Template changed"), group: "notes" },
      template_deleted: { icon: Trash2, words: t("Template deleted"), group: "notes" },
    },
  },
});
