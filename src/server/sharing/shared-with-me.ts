import type {
  AnyRole,
  BlockedSender,
  Invitation,
  NoteAccess,
  SharedFolder,
  SharedNote,
  SharedWithMe,
  ShareRole,
} from "#contract/sharing.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "../notes/note-row.ts";
import { tellProjectsIn } from "./tell-projects.ts";

type ShareRow = {
  share_id: string;
  note_id: string | null;
  folder_id: string | null;
  name: string;
  role: AnyRole;
  owner_id: string;
  owner_name: string | null;
  owner_email: string | null;
  is_new: boolean;
};
type FolderRow = {
  folder_id: string;
  name: string;
  parent_id: string | null;
  /** Its own share, or the nearest around it. */
  share_id: string;
  /** What the strongest share around it allows. */
  role: ShareRole;
};

const NOTES_MAX = 1_000;

const readShares = (tx: Tx) => tx.query<ShareRow>("SELECT * FROM shared_with_me()");
const ownerOf = (share: ShareRow) => ({ name: share.owner_name ?? "User", email: share.owner_email ?? "" });

/** What others share with a person: folders with those inside of them, and notes, last changed first. */
export function listShared(db: Database, userId: string): Promise<SharedWithMe> {
  return db.withUser(userId, async (tx) => {
    const shares = await readShares(tx);
    const invitations = shares.filter((share) => share.is_new).map(toInvitation);
    if (invitations.length === shares.length) return { invitations, folders: [], notes: [] };
    const folders = await tx.query<FolderRow>(
      "SELECT * FROM folders_shared_with_me() ORDER BY lower(name), folder_id",
    );
    const notes = await tx.query<NoteRow & { role: ShareRole; owner_id: string; in_folder: string | null }>(
      `SELECT ${NOTE_COLUMNS}, n.user_id AS owner_id, n.folder_id AS in_folder,
         (SELECT a.role FROM note_access a WHERE a.note_id = n.id AND a.user_id = app_user_id()) AS role
       FROM notes_v2 n WHERE n.id IN (SELECT a.note_id FROM note_access a WHERE a.user_id = app_user_id())
       ORDER BY n.updated_at DESC, n.id LIMIT ${NOTES_MAX}`,
    );
    const accepted = shares.filter((share) => !share.is_new);
    return {
      invitations,
      folders: toFolders(folders, accepted),
      notes: toNotes(notes, folders, accepted),
    };
  });
}

const toInvitation = (share: ShareRow): Invitation => ({
  shareId: share.share_id,
  kind: share.note_id ? "note" : share.folder_id ? "folder" : "calendar",
  name: share.name.trim() || "Untitled",
  role: share.role,
  owner: ownerOf(share),
});

function toFolders(folders: FolderRow[], shares: ShareRow[]): SharedFolder[] {
  return folders.flatMap((folder) => {
    const share = shares.find(({ share_id }) => share_id === folder.share_id);
    if (!share) return [];
    const isOwn = share.folder_id === folder.folder_id;
    return {
      id: folder.folder_id,
      name: folder.name,
      parentId: folder.parent_id,
      shareId: isOwn ? share.share_id : null,
      role: folder.role,
      owner: ownerOf(share),
    };
  });
}

function toNotes(
  notes: (NoteRow & { role: ShareRole; owner_id: string; in_folder: string | null })[],
  folders: FolderRow[],
  shares: ShareRow[],
): SharedNote[] {
  const known = new Set(folders.map(({ folder_id }) => folder_id));
  return notes.flatMap((row) => {
    const own = shares.find(({ note_id }) => note_id === row.id);
    const share = own ?? shares.find(({ owner_id }) => owner_id === row.owner_id);
    if (!share) return [];
    return {
      note: toNote(row),
      role: row.role,
      owner: ownerOf(share),
      folderId: row.in_folder !== null && known.has(row.in_folder) ? row.in_folder : null,
      shareId: own?.share_id ?? null,
    };
  });
}

/** What a person may do with a note, and whose it is. */
export function getAccess(db: Database, userId: string, noteId: string): Promise<NoteAccess> {
  return db.withUser(userId, async (tx) => {
    const [note] = await tx.query<{ owner_id: string; in_folder: string | null; role: ShareRole | null }>(
      `SELECT n.user_id AS owner_id, n.folder_id AS in_folder, (SELECT a.role FROM note_access a WHERE a.note_id = n.id AND a.user_id = app_user_id()) AS role
       FROM notes_v2 n WHERE n.id = $1`,
      [noteId],
      "note-access",
    );
    if (!note) throw notFound();
    if (note.owner_id === userId || note.role === null) return { role: "owner", owner: null, shareId: null };
    const shares = await readShares(tx);
    const around = await tx.query<FolderRow>("SELECT * FROM folders_shared_with_me() WHERE folder_id = $1", [
      note.in_folder,
    ]);
    const share =
      shares.find(({ note_id }) => note_id === noteId) ??
      shares.find(({ share_id }) => around.some((folder) => folder.share_id === share_id));
    return {
      role: note.role,
      owner: share ? ownerOf(share) : null,
      shareId: share?.share_id ?? null,
    };
  });
}

/** From then on what is shared is among the notes this person may see, and the owner is told the name. */
export async function acceptShare(db: Database, userId: string, shareId: string): Promise<void> {
  const [row] = await db.queryAs<{ is: boolean }>(userId, "SELECT accept_share($1) AS is", [shareId]);
  if (!row?.is) throw notFound();
  const [share] = await db.queryAs<{ owner_id: string; folder_id: string | null }>(
    userId,
    "SELECT owner_id, folder_id FROM shares WHERE id = $1",
    [shareId],
  );
  if (share?.folder_id) await tellProjectsIn(db, share.owner_id, share.folder_id);
}

/** Nothing of the sender is shown any more, now or later; the sender is not told. */
export async function blockSender(db: Database, userId: string, shareId: string): Promise<void> {
  const [row] = await db.queryAs<{ is: boolean }>(userId, "SELECT block_sender($1) AS is", [shareId]);
  if (!row?.is) throw notFound();
}

export function listBlocked(db: Database, userId: string): Promise<BlockedSender[]> {
  return db.queryAs<BlockedSender>(
    userId,
    `SELECT blocked_id AS id, name, email FROM share_blocks WHERE user_id = app_user_id() ORDER BY created_at DESC, blocked_id`,
    [],
  );
}

/** What they share waits as invitations again. */
export async function unblockSender(db: Database, userId: string, senderId: string): Promise<void> {
  const rows = await db.queryAs(
    userId,
    "DELETE FROM share_blocks WHERE user_id = app_user_id() AND blocked_id = $1 RETURNING 1",
    [senderId],
  );
  if (rows.length === 0) throw notFound();
}
