import { setTimeout as pause } from "node:timers/promises";
import * as Y from "yjs";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { addVerdicts, compareTokens, type Verdict } from "./process-oracle.ts";

const RETRY_MS = 150;
/** Beyond it the editor goes on typing, as people do, and counts later. */
const PATIENCE_MS = 400;
/** Then a new note is begun, so that comparing stays quick. */
const TOKENS_A_NOTE = 150;

type TypedNote = { id: string; acknowledged: string[]; typed: string[]; changed: boolean };

/**
 * Someone who types into a note over the socket, connects again when the server comes back, and sends what it lacks then.
 * A token counts as promised once the server owes no acknowledgement any more.
 */
export class SocketEditor {
  /** With which code each connection ended. */
  readonly closings: number[] = [];
  /** How long each confirmed token waited for its acknowledgement. */
  readonly delays: number[] = [];
  private readonly server: { url: string };
  private readonly visitor: SignedInVisitor;
  private readonly name: string;
  private readonly pauseMs: number;
  /** Closes the note after this many tokens and opens it again: the server then puts it away and compacts its log. */
  private readonly closesAfter: number;
  private readonly notes: TypedNote[] = [];
  private doc = new Y.Doc();
  private round = 0;
  private isStopped = false;
  private running: Promise<void> | undefined;
  private client: SyncClient | undefined;
  private inStep = false;
  /** Told when the note was just closed. */
  onClosed: () => void = () => {};

  constructor(options: {
    server: { url: string };
    visitor: SignedInVisitor;
    name: string;
    pauseMs: number;
    closesAfter?: number;
  }) {
    this.server = options.server;
    this.visitor = options.visitor;
    this.name = options.name;
    this.pauseMs = options.pauseMs;
    this.closesAfter = options.closesAfter ?? Infinity;
  }

  get acknowledged(): number {
    return this.notes.reduce((sum, note) => sum + note.acknowledged.length, 0);
  }

  start(): void {
    this.isStopped = false;
    this.running ??= this.work();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.client?.close();
    await this.running;
    this.running = undefined;
  }

  private async work(): Promise<void> {
    while (!this.isStopped) {
      const note = await this.currentNote();
      if (note) await this.connection(note);
      if (!this.isStopped) await pause(RETRY_MS);
    }
  }

  private async currentNote(): Promise<TypedNote | undefined> {
    const current = this.notes.at(-1);
    if (current && current.acknowledged.length < TOKENS_A_NOTE) return current;
    const made = await this.visitor.client.notes
      .create({ title: this.name }, { signal: AbortSignal.timeout(5_000) })
      .catch(() => undefined);
    if (!made) return undefined;
    const note: TypedNote = { id: made.id, acknowledged: [], typed: [], changed: false };
    this.notes.push(note);
    this.doc = new Y.Doc();
    return note;
  }

  /** One connection, until it breaks or is closed. */
  private async connection(note: TypedNote): Promise<void> {
    // A document of its own for each: the client of the last connection still listens to the last one.
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(this.doc));
    this.doc = doc;
    const client = openNote(this.server, this.visitor, note.id, { doc });
    this.client = client;
    if (this.isStopped) client.close();
    let isOpen = true;
    const closed = client.closed.then((code) => {
      isOpen = false;
      this.inStep = false;
      this.closings.push(code);
      return false;
    });
    const isSynced = await Promise.race([
      client.synced.then(() => true),
      client.refusal.then(() => false),
      closed,
    ]);
    this.inStep = isSynced && isOpen;
    for (let count = 0; isSynced && isOpen && !this.isStopped; count++) {
      if (count >= this.closesAfter || note.acknowledged.length >= TOKENS_A_NOTE) break;
      await this.type(client, note, closed);
      await pause(this.pauseMs);
    }
    this.inStep = false;
    client.close();
    this.onClosed();
  }

  private async type(client: SyncClient, note: TypedNote, closed: Promise<boolean>): Promise<void> {
    const token = `${this.name}t${this.round++}`;
    const at = performance.now();
    client.write(token);
    note.typed.push(token);
    const covered = note.typed.length;
    const saved = client.saved().then(() => {
      // Confirms everything that was typed before it was asked.
      const fresh = note.typed.slice(note.acknowledged.length, covered);
      if (fresh.length === 0) return true;
      note.acknowledged.push(...fresh);
      note.changed = true;
      this.delays.push(performance.now() - at);
      return true;
    });
    await Promise.race([saved, closed, pause(PATIENCE_MS)]);
  }

  /** True while a connection is accepted and in step. */
  get isConnected(): boolean {
    return this.inStep;
  }

  /** What this editor has on its screen now and the server has not confirmed. */
  unconfirmed(): { noteId: string; tokens: string[] } {
    const note = this.notes.at(-1);
    return { noteId: note?.id ?? "", tokens: note ? note.typed.slice(note.acknowledged.length) : [] };
  }

  async verify(isWhole: boolean): Promise<Verdict> {
    const verdicts: Verdict[] = [];
    for (const note of this.notes.filter(({ changed }) => isWhole || changed)) {
      const promised = [...note.acknowledged];
      note.changed = false;
      const text = await textOf(this.visitor, note.id);
      verdicts.push(compareTokens(`note ${note.id}`, text, promised, note.typed.slice(promised.length)));
    }
    return addVerdicts(verdicts);
  }
}

/** The text of a note; a note that is gone has none, which comparing will notice. */
export async function textOf(visitor: SignedInVisitor, noteId: string): Promise<string> {
  try {
    return (await visitor.client.notes.body({ noteId, format: "text" })).text;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return "";
    throw error;
  }
}
