import { defineManifest } from "../../kernel/manifest.ts";
import { selectionActions } from "./selection-actions.ts";

export const selection = defineManifest({ actions: selectionActions });
