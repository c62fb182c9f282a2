import { defineManifest } from "../kernel/manifest.ts";
import { editorActions } from "./editor-actions.ts";

export const editor = defineManifest({
  actions: editorActions,
  laterActions: async () => {
    const { blockActions, viewActions } = await import("./view-actions.ts");
    return [...blockActions, ...viewActions];
  },
});
