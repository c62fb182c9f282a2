import type { Tag } from "#contract/tags.ts";
import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";

type OfTag = { tag: Tag };

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "rename-tag": OfTag;
    "remove-tag": OfTag;
    "tag-access": OfTag;
  }
}

export const tags = defineManifest({
  dialogs: {
    "rename-tag": deferred(async () => (await import("./tag-dialogs.tsx")).RenameTagDialog),
    "remove-tag": deferred(async () => (await import("./tag-dialogs.tsx")).RemoveTagDialog),
    "tag-access": deferred(async () => (await import("./tag-access-dialog.tsx")).TagAccessDialog),
  },
  // They tell how many notes have them.
  live: {
    note: (_, isTextAlone) => isTextAlone || invalidate(api.tags.key()),
    tag: () => {
      invalidate(api.tags.key());
      invalidate(api.notes.aiAccess.key());
    },
  },
});
