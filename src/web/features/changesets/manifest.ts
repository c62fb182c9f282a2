import { FolderTree, ListChecks, Undo2 } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { changeActions } from "./change-actions.ts";
import { type Change, controls } from "./controls.ts";

declare module "../../kernel/actions/subject.ts" {
  interface Subjects {
    change: Change;
  }
}

const lookAgain = () => invalidate(api.rehearsals.key());

export const changesets = defineManifest({
  actions: [
    goTo({
      id: "changes",
      title: t("Changes"),
      icon: ListChecks,
      href: "/app/changes",
      keywords: t("proposals review accept refuse"),
      after: "go.activity",
    }),
    {
      id: "rehearsal.start",
      title: t("Start a Rehearsal"),
      group: "General",
      icon: FolderTree,
      keywords: t("try fork sandbox reorganize what if copy"),
      run: async ({ go }) => {
        const { startRehearsal } = await import("./rehearsal/changing.ts");
        const id = await startRehearsal();
        if (id) go(`/app/changes/${id}/walk`);
      },
    },
    ...changeActions,
  ],
  subjects: {
    change: { find: (id) => controls()?.find(id) ?? null, nameOf: ({ name }) => name },
  },
  live: {
    changeset: (ids) =>
      void import("./refresh-changesets.ts")
        .then(({ refreshChangesets }) => refreshChangesets(ids))
        .catch(() => {}),
    // What is real shows through a rehearsal.
    note: lookAgain,
    folder: lookAgain,
  },
  activity: {
    groups: [{ id: "changes", words: t("Changes") }],
    types: {
      changeset_applied: { icon: ListChecks, words: t("Changes accepted"), group: "changes" },
      changeset_undone: { icon: Undo2, words: t("Changes undone"), group: "changes" },
    },
    pathOf: { changeset: (id) => `/app/changes/${id}` },
  },
});
