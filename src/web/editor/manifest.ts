import { defineManifest } from "../kernel/manifest.ts";
import { deferred } from "../ui/deferred.tsx";
import { editorActions } from "./editor-actions.ts";
import { t } from "../lib/messages/t.ts";

export const editor = defineManifest({
  actions: editorActions,
  everywhere: deferred(async () => (await import("./dictation/dictation-bar.tsx")).DictationBar),
  panels: [
    {
      id: "outline",
      area: "note",
      title: t("Outline"),
      rank: 2,
      View: deferred(async () => (await import("./view/outline.tsx")).Outline),
    },
  ],
  laterActions: async () => {
    const { blockActions, viewActions } = await import("./view-actions.ts");
    return [...blockActions, ...viewActions];
  },
});
