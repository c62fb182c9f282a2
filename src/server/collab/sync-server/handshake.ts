import type { onAuthenticatePayload } from "@hocuspocus/server";
import { type Handshake, liveAddress, type Refusal } from "#contract/wire/socket.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { type Database, isUnavailable } from "../../db/client.ts";
import { noteIdOf } from "./page-frames.ts";
import type { SocketContext } from "./socket-context.ts";

/** Notes that one socket may have open; a page keeps a note open for seconds after it was left. */
const OPEN_MAX = 300;

/** Without words, or Hocuspocus writes them to the log. */
class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super();
    this.reason = reason;
  }
}

/**
 * Who may open an address, and whether to write there.
 * @throws Refused
 */
export async function authenticate(
  db: Database,
  payload: onAuthenticatePayload<SocketContext>,
): Promise<Partial<SocketContext>> {
  const { schemaVersion } = readHandshake(payload.token);
  if (schemaVersion < SCHEMA_VERSION) throw new Refused("CLIENT_TOO_OLD");
  // A page newer than this node, in the middle of an update: the other node will have it.
  if (schemaVersion > SCHEMA_VERSION) throw new Refused("UNAVAILABLE");
  const { userId, connections, isReadOnly = false } = payload.context;
  if (connections.size >= OPEN_MAX) throw new Refused("UNAVAILABLE");
  if (payload.documentName === liveAddress(userId)) {
    payload.connectionConfig.readOnly = true;
    return { topic: { kind: "live" }, schemaVersion };
  }
  const noteId = noteIdOf(payload.documentName);
  if (!noteId) throw new Refused("NOT_FOUND");
  const note = await findNote(db, userId, noteId);
  if (!note) throw new Refused("NOT_FOUND");
  if (note.schemaVersion > SCHEMA_VERSION) throw new Refused("UNAVAILABLE");
  payload.connectionConfig.readOnly = isReadOnly || !note.canWrite;
  const { ownerId, reader } = note;
  return { topic: { kind: "note", noteId, ownerId }, schemaVersion, ...(reader && { name: reader }) };
}

async function findNote(db: Database, userId: string, noteId: string) {
  try {
    type Row = { owner_id: string; can_write: boolean; schema_version: number; reader: string | null };
    const [note] = await db.queryAs<Row>(
      userId,
      `SELECT user_id AS owner_id, schema_version,
         (SELECT display_name FROM user_profiles WHERE id = app_user_id()) AS reader,
         user_id = app_user_id() OR has_note_access(id, app_user_id(), 'editor') AS can_write
       FROM notes_v2 WHERE id = $1`,
      [noteId],
      "find-note",
    );
    if (!note) return null;
    const { owner_id: ownerId, can_write: canWrite, schema_version: schemaVersion, reader } = note;
    return { ownerId, canWrite, schemaVersion, reader };
  } catch (error) {
    if (isUnavailable(error)) throw new Refused("UNAVAILABLE");
    throw error;
  }
}

/** @throws Refused: a page that does not say its schema is older than the rule, hence too old. */
function readHandshake(token: string): Handshake {
  try {
    const handshake = JSON.parse(token) as Handshake;
    if (Number.isInteger(handshake.schemaVersion)) return handshake;
  } catch {
    // Falls through: whatever this was, it is no handshake of ours.
  }
  throw new Refused("CLIENT_TOO_OLD");
}
