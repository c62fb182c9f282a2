import { z } from "zod";
import { signedIn } from "./shared/base.ts";
import { Onboarding } from "./onboarding.ts";
import { Preferences } from "./preferences.ts";
import { Workspace } from "./workspace.ts";

export const Frame = z
  .object({
    workspace: Workspace,
    preferences: Preferences,
    onboarding: Onboarding,
    unreadNotifications: z.int(),
    banner: z
      .object({ canUpload: z.boolean(), canGenerate: z.boolean() })
      .describe("What the server's administrator left on"),
    hasTextModel: z.boolean().describe("Whether a model for short answers or chat is set up"),
    hasImageModel: z.boolean().describe("Whether pictures can be made from words"),
  })
  .describe("Everything that is drawn around a page");
export type Frame = z.infer<typeof Frame>;

export const frame = {
  get: signedIn
    .route({
      method: "GET",
      path: "/frame",
      summary: "Workspace, preferences, tour and unread count at once",
    })
    .input(z.object({}).optional())
    .output(Frame),
};
