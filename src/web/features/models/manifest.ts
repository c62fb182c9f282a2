import type { Editor } from "@tiptap/core";
import { defineManifest } from "../../kernel/manifest.ts";
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
  },
});
