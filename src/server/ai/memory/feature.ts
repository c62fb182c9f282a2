import { signedIn } from "../../base.ts";
import { defineFeature } from "../../feature.ts";
import { importMemories, listMemories, removeMemory, saveMemory } from "./memories.ts";

const { memories } = signedIn;

export const memoriesFeature = defineFeature({
  routes: {
    memories: {
      list: memories.list.handler(async ({ context }) => ({
        memories: await listMemories(context.db, context.userId),
      })),
      save: memories.save.handler(({ input, context }) => saveMemory(context.db, context.userId, input)),
      remove: memories.remove.handler(async ({ input, context }) => {
        await removeMemory(context.db, context.userId, input.memoryId);
        return {};
      }),
    },
  },
  importRows: { memories: { add: importMemories } },
});
