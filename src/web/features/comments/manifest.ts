import { MessageSquare } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { deferred } from "../../ui/deferred.tsx";
import { t } from "../../lib/messages/t.ts";

export const comments = defineManifest({
  panels: [
    {
      id: "comments",
      area: "note",
      title: t("Comments"),
      rank: 4,
      View: deferred(async () => (await import("./comments-panel.tsx")).CommentsPanel),
    },
  ],
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
