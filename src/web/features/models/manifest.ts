import type { Editor } from "@tiptap/core";
import { defineManifest } from "../../kernel/manifest.ts";
import { nearKey } from "../../kernel/meaning/meaning-options.ts";
import { api, invalidate } from "../../platform/api.ts";
import { deferred } from "../../ui/deferred.tsx";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "generate-image": { into: Editor; insert: (image: File) => void };
  }
}

export const models = defineManifest({
  dialogs: {
    "generate-image": deferred(async () => (await import("./generate-image-dialog.tsx")).GenerateImageDialog),
  },
  live: {
    modelProvider: () => {
      invalidate(api.models.key());
      invalidate(api.frame.key());
      invalidate(api.meaning.key());
    },
    // Turned on or off, or more was read: then more is found, and was sent.
    meaning: () => {
      invalidate(api.meaning.key());
      invalidate(nearKey());
      invalidate(api.notes.related.key());
      invalidate(api.models.calls.key());
    },
  },
});
