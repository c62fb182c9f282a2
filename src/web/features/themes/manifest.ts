import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "colour-themes": object;
  }
}

export const themes = defineManifest({
  dialogs: {
    "colour-themes": deferred(async () => (await import("./colour-themes-dialog.tsx")).ColourThemesDialog),
  },
});
