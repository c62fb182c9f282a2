import { frameWasChanged } from "../../kernel/workspace/frame.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { frameActions } from "./frame-actions.ts";

export const frame = defineManifest({
  actions: frameActions,
  // What `frame.get` tells of.
  live: {
    workspace: frameWasChanged,
    preferences: frameWasChanged,
    onboarding: frameWasChanged,
    notification: frameWasChanged,
  },
});
