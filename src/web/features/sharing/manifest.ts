import { Globe, GlobeLock, UserMinus, UserPlus, Users } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { api, invalidate } from "../../platform/api.ts";
import { dropLostNotes } from "../../kernel/notes/shared-notes.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import type { SharedThing } from "./share-dialog.tsx";
import { t } from "../../lib/messages/t.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    share: { thing: SharedThing };
  }
}

const refresh = () => invalidate(api.sharing.key());

export const sharing = defineManifest({
  actions: [
    goTo({
      id: "shared",
      title: t("Team"),
      icon: Users,
      href: "/app/shared",
      keywords: t("shared with me people sharing published collaborate"),
      after: "go.gallery",
    }),
  ],
  dialogs: { share: deferred(async () => (await import("./share-dialog.tsx")).ShareDialog) },
  live: {
    note: refresh,
    share: () => {
      refresh();
      void dropLostNotes();
    },
  },
  activity: {
    types: {
      note_published: { icon: Globe, words: t("Note published") },
      note_unpublished: { icon: GlobeLock, words: t("No longer published") },
      note_shared: { icon: UserPlus, words: t("Note shared") },
      note_unshared: { icon: UserMinus, words: t("Note no longer shared") },
      folder_shared: { icon: UserPlus, words: t("Folder shared") },
      calendar_shared: { icon: UserPlus, words: t("Calendar shared") },
      calendar_unshared: { icon: UserMinus, words: t("Calendar no longer shared") },
      folder_unshared: { icon: UserMinus, words: t("Folder no longer shared") },
    },
  },
});
