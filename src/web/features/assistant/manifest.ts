import { api, invalidate } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { AssistantHost } from "./assistant-host.tsx";

export const assistant = defineManifest({
  laterActions: async () => (await import("./assistant-actions.ts")).assistantActions,
  everywhere: AssistantHost,
  live: { assistantAction: () => invalidate(api.assistant.key()) },
});
