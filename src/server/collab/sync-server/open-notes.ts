import type { Hocuspocus, Document as OpenDocument } from "@hocuspocus/server";
import * as Y from "yjs";
import { noteAddress } from "#contract/wire/socket.ts";
import { keepFormatting } from "#document/keep-formatting.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Database } from "../../db/client.ts";
import type { Logger } from "../../platform/log.ts";
import type { Appended } from "../append-update.ts";
import { collectDeleted } from "../collect-deleted.ts";
import { applyParts, readBodyAfter, readBodyAs } from "../load-note.ts";
import { relayAsMade } from "../relay.ts";
import { noteIdOf } from "./page-frames.ts";
import type { SocketContext } from "./socket-context.ts";

/** The notes that pages have open on this node, and how they come by changes that no socket of this node brought. */
export class OpenNotes {
  private readonly db: Database;
  private readonly log: Logger;
  private readonly hocuspocus: Hocuspocus<SocketContext>;
  /** Whose an open note is (what other nodes write to it is read in that name), and up to which row it was read. */
  private readonly opened = new WeakMap<Y.Doc, { ownerId: string; seq: number }>();

  constructor(db: Database, log: Logger, hocuspocus: Hocuspocus<SocketContext>) {
    this.db = db;
    this.log = log;
    this.hocuspocus = hocuspocus;
  }

  /** Fills a document from the log, before anybody is given it. */
  async load(
    document: OpenDocument,
    userId: string,
    note: { noteId: string; ownerId: string },
  ): Promise<void> {
    keepFormatting(document);
    const body = await readBodyAs(this.db, userId, note.noteId);
    applyParts(document, body.parts, (error) => this.reportUnreadable(error, note.noteId));
    // Readers are sent this document, and what was deleted is for those who may see the history.
    collectDeleted(document);
    relayAsMade(document);
    this.opened.set(document, { ownerId: note.ownerId, seq: body.seq });
  }

  isOpen(noteId: string): boolean {
    const { loadingDocuments, documents } = this.hocuspocus;
    const name = noteAddress(noteId);
    return documents.has(name) || loadingDocuments.has(name);
  }

  /** The document of a note if this node has it open or is just opening it. */
  async find(noteId: string): Promise<OpenDocument | undefined> {
    const { loadingDocuments, documents } = this.hocuspocus;
    const name = noteAddress(noteId);
    return (await loadingDocuments.get(name)?.catch(() => undefined)) ?? documents.get(name);
  }

  /** Shows the readers of this node a change that is committed; one that Yjs cannot read stays in the log. */
  apply(document: Y.Doc, part: Uint8Array, noteId: string): void {
    try {
      Y.applyUpdate(document, part, { source: "local", stored: part });
    } catch (error) {
      this.reportUnreadable(error, noteId);
    }
  }

  /** Shows a change that the server itself committed to the readers of this node; what came by a socket, Hocuspocus relays. */
  async relay({ noteId, payload, via }: Appended): Promise<void> {
    if (via === "socket") return;
    const document = await this.find(noteId);
    if (document) this.apply(document, payload, noteId);
  }

  /**
   * Other nodes committed changes: fetch what the open notes among these lack, be it announced or not. A node that dies
   * between its commit and its notice tells nobody; the next notice of that note brings both.
   */
  async follow(noteIds: Iterable<string>): Promise<void> {
    for (const noteId of new Set(noteIds)) {
      const document = await this.find(noteId);
      const read = document && this.opened.get(document);
      if (!document || !read) continue;
      const body = await this.readAfter(noteId, read);
      // Our pages would remove from it what they do not know; they ask again, and are refused until they are newer.
      if (!body) {
        this.hocuspocus.closeConnections(noteAddress(noteId));
        continue;
      }
      for (const part of body.parts) this.apply(document, part, noteId);
      read.seq = Math.max(read.seq, body.seq);
    }
  }

  /** Notices may have been missed: bring every open note up to the log. */
  async catchUp(): Promise<void> {
    const { loadingDocuments, documents } = this.hocuspocus;
    // Those that are being opened read the log before now, perhaps.
    await this.follow(
      [...documents.keys(), ...loadingDocuments.keys()].flatMap((name) => noteIdOf(name) ?? []),
    );
  }

  /** Null for a note that a newer node has written to. */
  private readAfter(noteId: string, { ownerId, seq }: { ownerId: string; seq: number }) {
    return this.db.asJob(ownerId, "follow other nodes", async (tx) => {
      const newer = "SELECT 1 FROM notes_v2 WHERE id = $1 AND schema_version > $2";
      if ((await tx.query(newer, [noteId, SCHEMA_VERSION])).length > 0) return null;
      return readBodyAfter(tx, noteId, seq);
    });
  }

  private reportUnreadable(error: unknown, noteId: string): void {
    this.log.error({ err: error, noteId }, "a stored change of a note is unreadable and was left out");
  }
}
