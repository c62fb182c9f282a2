import { defineManifest } from "../../kernel/manifest.ts";
import { floatNote } from "./float-note.ts";

export const floating = defineManifest({
  actions: [floatNote],
  laterActions: async () => (await import("./window-actions.ts")).windowActions,
});
