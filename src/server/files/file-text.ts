import type { Database } from "../db/client.ts";
import { selectReadable } from "./files.ts";
import { isImage, isReadAsText } from "./kinds.ts";

/** What search knows of the words in a file that this user may see. */
export async function textOf(
  db: Database,
  userId: string,
  fileId: string,
  arePicturesRead: boolean,
): Promise<{ state: "read" | "waiting" | "unread"; text: string; pagesUnread: number }> {
  const { type, text_at: readAt, user_id: ownerId } = await selectReadable(db, userId, fileId);
  const [row] = await db.asJob(ownerId, "tell the words in a file of a shared note", (tx) =>
    tx.query<{ text: string; pages_unread: number; recognized_at: Date | null }>(
      "SELECT text, pages_unread, recognized_at FROM file_texts WHERE file_id = $1",
      [fileId],
    ),
  );
  const text = row?.text ?? "";
  const pagesUnread = row?.pages_unread ?? 0;
  if (!isReadAsText(type) && !(isImage(type) && (arePicturesRead || readAt !== null)))
    return { state: "unread", text, pagesUnread };
  const isWaiting = readAt === null || (arePicturesRead && pagesUnread > 0 && row?.recognized_at === null);
  return { state: isWaiting ? "waiting" : "read", text, pagesUnread };
}
