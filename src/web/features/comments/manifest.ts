import { MessageSquare } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

export const comments = defineManifest({
  live: {
    // Told by the note that they belong to.
    comment: (noteIds) => {
      for (const noteId of noteIds) invalidate(api.comments.list.key({ input: { noteId } }));
    },
  },
  activity: {
    types: {
      note_commented: { icon: MessageSquare, words: t("Commented"), group: "notes" },
    },
  },
});
