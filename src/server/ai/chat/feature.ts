import { defineFeature, type Undo } from "../../feature.ts";
import { importMessages, importThreads, trashUntouchedThreads } from "./import-chats.ts";
import { chatRoutes } from "./routes.ts";
import { removeThread, restoreThread } from "./threads.ts";

const undoByRemoving: Undo = { run: (db, userId, { entityId }) => removeThread(db, userId, entityId) };

export const chatFeature = defineFeature({
  routes: { chat: chatRoutes },
  trash: {
    chatThread: {
      listed: `SELECT 'chatThread' AS kind, id, name, NULLIF(folder, '') AS place, 0 AS notes, NULL::int AS size, trashed_at
        FROM chat_threads WHERE user_id = $1 AND trashed_at IS NOT NULL`,
      all: "SELECT 'chatThread' AS kind, id FROM chat_threads WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: restoreThread,
      erase: {
        together: async (tx, ids) => {
          const gone = await tx.query<{ name: string }>(
            "DELETE FROM chat_threads WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING name",
            [ids, tx.userId],
          );
          return { removed: { chatThread: gone.length }, titles: gone.map(({ name }) => name) };
        },
      },
    },
  },
  undo: {
    chat_created: undoByRemoving,
    chat_restored: undoByRemoving,
    chat_deleted: { run: (db, userId, { entityId }) => restoreThread(db, userId, entityId) },
  },
  importRows: {
    chats: { add: importThreads, removeUntouched: trashUntouchedThreads },
    chatMessages: { add: importMessages },
  },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove chats from the trash", (tx) =>
      tx.call<{ chats: number }>("purgeChats"),
    );
    return { chats: gone?.chats ?? 0 };
  },
});
