import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import type { Editor } from "@tiptap/core";
import type { Note } from "#contract/notes.ts";
import { deferred } from "../../ui/deferred.tsx";
import { AssistantHost } from "./assistant-host.tsx";

/** What can be suggested for a note. */
export type Suggestible = "title" | "tags" | "links";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "note-suggestions": { what: Suggestible; note: Note; editor: Editor };
  }
}

export const assistant = defineManifest({
  laterActions: async () => (await import("./assistant-actions.ts")).assistantActions,
  dialogs: {
    "note-suggestions": deferred(async () => (await import("./suggestions-dialog.tsx")).SuggestionsDialog),
  },
  everywhere: AssistantHost,
  live: { assistantAction: () => invalidate(api.assistant.key()) },
});
