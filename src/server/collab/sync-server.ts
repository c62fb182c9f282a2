import {
  type Connection,
  Hocuspocus,
  type Document as OpenDocument,
  type beforeHandleMessagePayload,
  type onAuthenticatePayload,
  type beforeSyncPayload,
} from "@hocuspocus/server";
import type { WebSocket } from "ws";
import * as Y from "yjs";
import {
  type CloseReason,
  type Handshake,
  liveAddress,
  messageType,
  noteAddress,
  type Refusal,
} from "#contract/wire/socket.ts";
import { keepFormatting } from "#document/keep-formatting.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { type Database, isUnavailable } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { LiveFeed, LiveReader } from "../live/feed.ts";
import type { Logger } from "../platform/log.ts";
import {
  type Append,
  appendWithRetry,
  type Appender,
  type Appended,
  isEmptyUpdate,
} from "./append-update.ts";
import { collectDeleted, setWaitingAside } from "./collect-deleted.ts";
import { applyParts, readBodyAfter, readBodyAs } from "./load-note.ts";
import { noteSent, relayAsMade } from "./relay.ts";
import { assertDepth } from "./update-depth.ts";
import { nameReader, takeLeave } from "./who-is-here.ts";

/** What a socket knows of its user from the upgrade on, and of the document from its handshake on. */
export type SocketContext = {
  userId: string;
  sessionId: string;
  /** What readers of the same note are told. */
  name: string;
  /** Of the document this connection is about. */
  topic?: { kind: "note"; noteId: string; ownerId: string } | { kind: "live" };
  liveReader?: LiveReader;
  schemaVersion?: number;
  /** Of the whole socket: what it has open. */
  connections: Set<Connection>;
  connection?: Connection;
};

const SYNC_STEP_1 = 0;
const SYNC_STEP_2 = 1;
const IDLE_MS = 90_000;
/** Notes that one socket may have open; a page keeps a note open for seconds after it was left. */
const OPEN_MAX = 300;
/** Bytes that a peer has not read yet, beyond which it is told nothing more until it has. */
const UNREAD_PAUSE_BYTES = 8 * 1024 * 1024;
const NOTE_ADDRESS = /^note:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const ADDRESS = /^(note|live):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS_LENGTH = liveAddress("00000000-0000-0000-0000-000000000000").length;

/** What a page says; the rest of Hocuspocus' protocol is the server's, or written to the log at every frame. */
const SPOKEN_BY_PAGES: ReadonlySet<number | undefined> = new Set([
  messageType.sync,
  messageType.awareness,
  messageType.auth,
  messageType.queryAwareness,
  messageType.close,
  messageType.part,
]);

/**
 * True when a frame begins with an address of ours and says what pages say. Hocuspocus keeps its state in plain objects
 * by whatever name comes in, and would open one document many times under names that differ behind a zero byte.
 */
export function isPageFrame(frame: Uint8Array): boolean {
  return (
    frame[0] === ADDRESS_LENGTH &&
    SPOKEN_BY_PAGES.has(frame[1 + ADDRESS_LENGTH]) &&
    ADDRESS.test(Buffer.from(frame.subarray(1, 1 + ADDRESS_LENGTH)).toString("latin1"))
  );
}

/** Without words, or Hocuspocus writes them to the log. */
class StaleUnload extends Error {}

class NoRoom extends Error {
  readonly reason: CloseReason = "QUOTA_EXCEEDED";
  /** Hocuspocus writes it to the log at each try. */
  override stack = this.reason;
}

class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super();
    this.reason = reason;
  }
}

/**
 * Hocuspocus with our log in front: `beforeSync` is awaited before a change is applied, relayed and acknowledged, and it
 * commits. Hocuspocus' own store hooks stay empty; a document in memory is never ahead of the log, so it may go any time.
 */
export function createSyncServer(deps: {
  db: Database;
  log: Logger;
  appender: Appender;
  feed: LiveFeed;
  isStopping: () => boolean;
  /** A note was opened on this node, and its last reader has gone. */
  onLoad: (noteId: string, document: OpenDocument) => void;
  onUnload: (noteId: string) => void;
}) {
  const { db, log, appender, feed } = deps;

  const hocuspocus = new Hocuspocus<SocketContext>({
    name: "cairn",
    quiet: true,
    timeout: IDLE_MS,
    onAuthenticate: authenticate,
    onLoadDocument: load,
    beforeHandleMessage: waitForReader,
    beforeHandleAwareness: async ({ states, awareness, context }) =>
      context ? nameReader(states, awareness, context) : states.clear(),
    beforeSync: commitBeforeApplying,
    connected: async ({ context, connection }) => {
      // Hocuspocus may have let go of the document while this connection was made: it would hear nothing of the others.
      if (hocuspocus.documents.get(connection.document.name) !== connection.document)
        return connection.close();
      context.connection = connection;
      context.connections.add(connection);
      if (context.topic?.kind !== "live") return;
      context.liveReader = {
        userId: context.userId,
        send: (message) => connection.sendStateless(JSON.stringify(message)),
      };
      // Hocuspocus would keep the connection and tell the page that it was refused: it would ask again and never be heard.
      await feed.add(context.liveReader).catch((error: unknown) => {
        log.warn({ err: error }, "live changes could not be followed; the page asks again");
        connection.close();
      });
    },
    // It unloads by name: a late call for a document that is closed would take the one that was opened since.
    beforeUnloadDocument: async ({ documentName, document }) => {
      if (hocuspocus.documents.get(documentName) !== document) throw new StaleUnload();
    },
    afterUnloadDocument: async ({ documentName }) => {
      const noteId = NOTE_ADDRESS.exec(documentName)?.[1];
      // It may have been opened again meanwhile.
      if (noteId && !hocuspocus.documents.has(documentName)) deps.onUnload(noteId);
    },
    onDisconnect: async ({ context }) => {
      if (context.connection) context.connections.delete(context.connection);
      if (context.liveReader) feed.remove(context.liveReader);
    },
  });

  /** Whose an open note is (what other nodes write to it is read in that name), and up to which row it was read. */
  const opened = new WeakMap<Y.Doc, { ownerId: string; seq: number }>();

  async function authenticate(
    payload: onAuthenticatePayload<SocketContext>,
  ): Promise<Partial<SocketContext>> {
    const { schemaVersion } = readHandshake(payload.token);
    if (schemaVersion < SCHEMA_VERSION) throw new Refused("CLIENT_TOO_OLD");
    // A page newer than this node, in the middle of an update: the other node will have it.
    if (schemaVersion > SCHEMA_VERSION) throw new Refused("UNAVAILABLE");
    const { userId, connections } = payload.context;
    if (connections.size >= OPEN_MAX) throw new Refused("UNAVAILABLE");
    if (payload.documentName === liveAddress(userId)) {
      payload.connectionConfig.readOnly = true;
      return { topic: { kind: "live" }, schemaVersion };
    }
    const noteId = NOTE_ADDRESS.exec(payload.documentName)?.[1];
    if (!noteId) throw new Refused("NOT_FOUND");
    const note = await findNote(userId, noteId);
    if (!note) throw new Refused("NOT_FOUND");
    if (note.schemaVersion > SCHEMA_VERSION) throw new Refused("UNAVAILABLE");
    payload.connectionConfig.readOnly = !note.canWrite;
    const { ownerId, reader } = note;
    return { topic: { kind: "note", noteId, ownerId }, schemaVersion, ...(reader && { name: reader }) };
  }

  async function findNote(userId: string, noteId: string) {
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

  async function load(parts: { document: OpenDocument; context: SocketContext }): Promise<void> {
    const { document, context } = parts;
    if (context.topic?.kind !== "note") return;
    const { noteId, ownerId } = context.topic;
    keepFormatting(document);
    const body = await readBodyAs(db, context.userId, noteId);
    applyParts(document, body.parts, (error) => sayUnreadable(error, noteId));
    // Readers are sent this document, and what was deleted is for those who may see the history.
    collectDeleted(document);
    relayAsMade(document);
    opened.set(document, { ownerId, seq: body.seq });
    deps.onLoad(noteId, document);
  }

  /** Shows the readers of this node a change that is committed; one that Yjs cannot read stays in the log. */
  function applyHere(document: Y.Doc, part: Uint8Array, noteId: string): void {
    try {
      Y.applyUpdate(document, part, { source: "local", stored: part });
    } catch (error) {
      sayUnreadable(error, noteId);
    }
  }

  const sayUnreadable = (error: unknown, noteId: string) =>
    log.error({ err: error, noteId }, "a stored change of a note is unreadable and was left out");

  /** A peer that asks for whole documents and reads none of them would fill our memory. */
  async function waitForReader({ connection, update, context }: beforeHandleMessagePayload<SocketContext>) {
    const webSocket = connection.webSocket as WebSocket;
    while (webSocket.readyState === webSocket.OPEN && webSocket.bufferedAmount > UNREAD_PAUSE_BYTES)
      await new Promise((resolve) => setTimeout(resolve, 50));
    takeLeave(update, connection.document, context);
  }

  async function commitBeforeApplying(payload: beforeSyncPayload<SocketContext>): Promise<void> {
    const { type, context, document, connection } = payload;
    if (type === SYNC_STEP_1 && connection.readOnly) setWaitingAside(document);
    if (type === SYNC_STEP_1 || connection.readOnly || context.topic?.kind !== "note") return;
    const update = payload.payload.slice();
    if (
      isEmptyUpdate(update) ||
      (type === SYNC_STEP_2 && Y.snapshotContainsUpdate(Y.snapshot(document), update))
    )
      return;
    assertDepth(update, document);
    noteSent(connection, update);
    const { noteId } = context.topic;
    const schemaVersion = context.schemaVersion ?? SCHEMA_VERSION;
    const append: Append = { noteId, actorId: context.userId, payload: update, schemaVersion, via: "socket" };
    await appendWithRetry(appender.appendUpdate, append, () => !deps.isStopping()).catch(sayNoRoom);
    // The last page may have left meanwhile and the note been opened again from a log that did not have this change yet.
    const current = await openDocument(noteId);
    if (current && current !== document) applyHere(current, update, noteId);
  }

  /** The document of a note if this node has it open or is just opening it. */
  async function openDocument(noteId: string): Promise<OpenDocument | undefined> {
    const name = noteAddress(noteId);
    return (
      (await hocuspocus.loadingDocuments.get(name)?.catch(() => undefined)) ?? hocuspocus.documents.get(name)
    );
  }

  async function closeChanged(guest: string, connections: Connection[]): Promise<void> {
    const noteOf = (connection: Connection) => NOTE_ADDRESS.exec(connection.document.name)?.[1] ?? "";
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

  return {
    hocuspocus,
    /** Resolves when nothing that a socket has said is waiting any more. */
    async settled({ connections }: Pick<SocketContext, "connections">): Promise<void> {
      await Promise.allSettled([...connections].map((connection) => connection.waitForPendingMessages()));
    },
    /** Shows a change that the server itself committed to the readers of this node; what came by a socket, Hocuspocus relays. */
    async relay({ noteId, payload, via }: Appended): Promise<void> {
      if (via === "socket") return;
      const document = await openDocument(noteId);
      if (document) applyHere(document, payload, noteId);
    },
    /**
     * Other nodes committed changes: fetch what the open notes among these lack, be it announced or not. A node that dies
     * between its commit and its notice tells nobody; the next notice of that note brings both.
     */
    async follow(noteIds: Iterable<string>): Promise<void> {
      for (const noteId of new Set(noteIds)) {
        const document = await openDocument(noteId);
        const read = document && opened.get(document);
        if (!document || !read) continue;
        const body = await db.asJob(read.ownerId, "follow other nodes", async (tx) => {
          const newer = "SELECT 1 FROM notes_v2 WHERE id = $1 AND schema_version > $2";
          if ((await tx.query(newer, [noteId, SCHEMA_VERSION])).length > 0) return null;
          return readBodyAfter(tx, noteId, read.seq);
        });
        // Our pages would remove from it what they do not know; they ask again, and are refused until they are newer.
        if (!body) {
          hocuspocus.closeConnections(noteAddress(noteId));
          continue;
        }
        for (const part of body.parts) applyHere(document, part, noteId);
        read.seq = Math.max(read.seq, body.seq);
      }
    },
    /**
     * Closes what somebody has open of other people's notes and may not have any more, or may only read by now: the page asks
     * again, and is told. Without a name, of everybody.
     */
    async checkAccess(userId?: string): Promise<void> {
      const guests = new Map<string, Connection[]>();
      for (const document of hocuspocus.documents.values())
        for (const connection of document.getConnections()) {
          const { topic, userId: guest } = connection.context as SocketContext;
          if (topic?.kind !== "note" || topic.ownerId === guest || (userId ?? guest) !== guest) continue;
          guests.set(guest, [...(guests.get(guest) ?? []), connection]);
        }
      for (const [guest, connections] of guests) await closeChanged(guest, connections);
    },
    /** Notices may have been missed: bring every open note up to the log. */
    async catchUp(): Promise<void> {
      // Those that are being opened read the log before now, perhaps.
      const names = [...hocuspocus.documents.keys(), ...hocuspocus.loadingDocuments.keys()];
      await this.follow(names.flatMap((name) => NOTE_ADDRESS.exec(name)?.[1] ?? []));
    },
  };
}

export type SyncServer = ReturnType<typeof createSyncServer>;

/** Closes the note's connection with a reason that the page knows; it asks again, slower each time. */
function sayNoRoom(error: unknown): never {
  if (error instanceof Failure && error.code === "QUOTA_EXCEEDED") throw new NoRoom();
  throw error;
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
