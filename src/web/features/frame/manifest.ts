import { frameWasChanged } from "../../kernel/workspace/frame.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import { frameActions } from "./frame-actions.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "customize-sidebar": object;
  }
}

export const frame = defineManifest({
  actions: frameActions,
  dialogs: {
    "customize-sidebar": deferred(
      async () => (await import("./customize-sidebar.tsx")).CustomizeSidebarDialog,
    ),
  },
  // What `frame.get` tells of.
  live: {
    workspace: frameWasChanged,
    preferences: frameWasChanged,
    onboarding: frameWasChanged,
    notification: frameWasChanged,
  },
});
