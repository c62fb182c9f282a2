import type { Connection, Hocuspocus } from "@hocuspocus/server";
import type { Database } from "../../db/client.ts";
import { noteIdOf } from "./page-frames.ts";
import type { SocketContext } from "./socket-context.ts";

/**
 * Closes what somebody has open of other people's notes and may not have any more, or may only read by now: the page asks
 * again, and is told. Without a name, of everybody.
 */
export async function closeEndedAccess(
  db: Database,
  hocuspocus: Hocuspocus<SocketContext>,
  userId?: string,
): Promise<void> {
  const guests = new Map<string, Connection[]>();
  for (const document of hocuspocus.documents.values())
    for (const connection of document.getConnections()) {
      const { topic, userId: guest } = connection.context as SocketContext;
      if (topic?.kind !== "note" || topic.ownerId === guest || (userId ?? guest) !== guest) continue;
      guests.set(guest, [...(guests.get(guest) ?? []), connection]);
    }
  for (const [guest, connections] of guests) await closeChanged(db, guest, connections);
}

async function closeChanged(db: Database, guest: string, connections: Connection[]): Promise<void> {
  const noteOf = (connection: Connection) => noteIdOf(connection.document.name) ?? "";
  const rows = await db.queryAs<{ id: string; can_write: boolean }>(
    guest,
    "SELECT id, has_note_access(id, app_user_id(), 'editor') AS can_write FROM notes_v2 WHERE id = ANY ($1::uuid[])",
    [connections.map(noteOf)],
    "check-access",
  );
  const canWrite = new Map(rows.map((row) => [row.id, row.can_write]));
  for (const connection of connections)
    if (canWrite.get(noteOf(connection)) !== !connection.readOnly) connection.close();
}
