import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { addVerdicts, inParallel, Promised, type Verdict } from "./process-oracle.ts";

/** How an operation ended: its HTTP status, or 0 when the connection broke. */
export type Answer = { operation: string; status: number; ms: number; message: string; at: number };

type WrittenNote = {
  id: string;
  exists: Promised<boolean>;
  title: Promised<string>;
  tags: Promised<string[]>;
  isTrashed: Promised<boolean>;
  body: Promised<string>;
  changed: boolean;
};

const NOTES_AT_WORK = 6;
const GIVE_UP_MS = 60_000;
const COMPARED_AT_ONCE = 8;

/**
 * Someone who writes through the API, one call after the other: creates, replaces bodies, renames, tags, trashes and
 * restores, uploads. What a 2xx confirmed must be found again.
 */
export class ApiWriter {
  acknowledged = 0;
  private readonly notes: WrittenNote[] = [];
  private readonly files: { id: string; hash: string; changed: boolean }[] = [];
  private isStopped = false;
  private running: Promise<void> | undefined;
  private readonly visitor: SignedInVisitor;
  private readonly name: string;
  private readonly random: () => number;
  private readonly pauseMs: number;
  private readonly uploadShare: number;
  private readonly onAnswer: (answer: Answer) => void;
  private round = 0;

  constructor(options: {
    visitor: SignedInVisitor;
    name: string;
    random: () => number;
    pauseMs: number;
    /** Of its calls, how many are uploads. */
    uploadShare?: number;
    onAnswer?: (answer: Answer) => void;
  }) {
    this.visitor = options.visitor;
    this.name = options.name;
    this.random = options.random;
    this.pauseMs = options.pauseMs;
    this.uploadShare = options.uploadShare ?? 0.05;
    this.onAnswer = options.onAnswer ?? (() => {});
  }

  start(): void {
    this.isStopped = false;
    this.running ??= this.work();
  }

  /** Resolves when the call under way has ended, one way or the other. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
    this.running = undefined;
  }

  private async work(): Promise<void> {
    await pause(this.random() * this.pauseMs);
    while (!this.isStopped) {
      await this.once();
      await pause(this.pauseMs * (0.5 + this.random()));
    }
  }

  private async once(): Promise<void> {
    const at = this.notes.slice(-NOTES_AT_WORK);
    const note = at[Math.floor(this.random() * NOTES_AT_WORK)];
    if (this.random() < this.uploadShare) return this.upload();
    if (!note) return this.create();
    const dice = this.random();
    const token = `${this.name}r${this.round++}`;
    if (dice < 0.15) return this.create();
    if (dice < 0.45) return this.replace(note, token);
    if (dice < 0.65)
      return this.change(note, note.title, token, "rename", () =>
        this.visitor.client.notes.update({ noteId: note.id, title: token }, this.limit()),
      );
    if (dice < 0.8)
      return this.change(note, note.tags, [token], "tag", () =>
        this.visitor.client.notes.update({ noteId: note.id, tags: [token] }, this.limit()),
      );
    if (dice < 0.9)
      return this.change(note, note.isTrashed, true, "trash", () =>
        this.visitor.client.notes.remove({ noteId: note.id }, this.limit()),
      );
    return this.change(note, note.isTrashed, false, "restore", () =>
      this.visitor.client.notes.restore({ noteId: note.id }, this.limit()),
    );
  }

  private limit = () => ({ signal: AbortSignal.timeout(GIVE_UP_MS) });

  private async create(): Promise<void> {
    const id = uuidV7();
    const token = `${this.name}r${this.round++}`;
    const note: WrittenNote = {
      id,
      exists: new Promised({ value: false }),
      title: new Promised({ value: token }),
      tags: new Promised<string[]>({ value: [] }),
      isTrashed: new Promised({ value: false }),
      body: new Promised({ value: token }),
      changed: true,
    };
    this.notes.push(note);
    await this.change(note, note.exists, true, "create", () =>
      this.visitor.client.notes.create(
        { id, title: token, body: { format: "text", text: token } },
        this.limit(),
      ),
    );
  }

  private async replace(note: WrittenNote, token: string): Promise<void> {
    let baseSeq = 0;
    const isRead = await this.call("read", async () => {
      baseSeq = (await this.visitor.client.notes.body({ noteId: note.id, format: "text" }, this.limit())).seq;
    });
    if (!isRead) return;
    await this.change(note, note.body, token, "replaceBody", () =>
      this.visitor.client.notes.replaceBody(
        { noteId: note.id, body: { format: "text", text: token }, baseSeq },
        this.limit(),
      ),
    );
  }

  private async change<Value>(
    note: WrittenNote,
    promised: Promised<Value>,
    value: Value,
    operation: string,
    call: () => Promise<unknown>,
  ): Promise<void> {
    promised.attempt(value);
    note.changed = true;
    if (!(await this.call(operation, call))) return;
    promised.acknowledge();
    this.acknowledged += 1;
  }

  private async upload(): Promise<void> {
    const bytes = await sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
      .png()
      .toBuffer();
    let id = "";
    const isDone = await this.call("upload", async () => {
      const response = await this.visitor.request("/api/files/upload?name=noise.png", {
        method: "POST",
        headers: { "content-type": "image/png" },
        body: new Uint8Array(bytes),
        ...this.limit(),
      });
      const answer = (await response.json()) as { id: string; message: string };
      if (!response.ok) throw Object.assign(new Error(answer.message), { status: response.status });
      id = answer.id;
    });
    if (!isDone) return;
    this.files.push({ id, hash: hashOf(bytes), changed: true });
    this.acknowledged += 1;
  }

  /** True after a success. A note that a broken call may or may not have made answers 404, which is no news. */
  private async call(operation: string, run: () => Promise<unknown>): Promise<boolean> {
    const at = Date.now();
    const answer = (status: number, message: string) =>
      this.onAnswer({ operation, status, message, ms: Date.now() - at, at });
    try {
      await run();
      answer(200, "");
      return true;
    } catch (error) {
      const status = (error as { status?: number }).status;
      answer(typeof status === "number" ? status : 0, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Compares what changed since the last time, or everything. Only while stopped. */
  async verify(isWhole: boolean): Promise<Verdict> {
    const notes = this.notes.filter((note) => isWhole || note.changed);
    const files = this.files.filter((file) => isWhole || file.changed);
    const verdicts = [
      ...(await inParallel(notes, COMPARED_AT_ONCE, (note) => this.verifyNote(note))),
      ...(await inParallel(files, COMPARED_AT_ONCE, (file) => this.verifyFile(file))),
    ];
    return addVerdicts(verdicts);
  }

  private async verifyNote(note: WrittenNote): Promise<Verdict> {
    const lost: string[] = [];
    const compare = <Value>(what: string, promised: Promised<Value>, found: Value) => {
      const before = String(promised);
      if (!promised.confirms(found))
        lost.push(`${what} of ${note.id} is ${JSON.stringify(found)}, not ${before}`);
    };
    const row = await this.visitor.client.notes.get({ noteId: note.id }).catch((error: unknown) => {
      if ((error as { status?: number }).status === 404) return null;
      throw error;
    });
    compare("existence", note.exists, row !== null);
    if (row) {
      const { text } = await this.visitor.client.notes.body({ noteId: note.id, format: "text" });
      compare("title", note.title, row.title);
      compare("tags", note.tags, row.tags);
      compare("trash", note.isTrashed, row.trashedAt !== null);
      compare("body", note.body, text.trim());
    }
    note.changed = false;
    return { checked: row ? 5 : 1, lost, doubled: [] };
  }

  private async verifyFile(file: { id: string; hash: string; changed: boolean }): Promise<Verdict> {
    const response = await this.visitor.request(`/files/${file.id}/original`);
    const hash = hashOf(Buffer.from(await response.arrayBuffer()));
    file.changed = false;
    const lost = response.ok && hash === file.hash ? [] : [`file ${file.id}: ${response.status}`];
    return { checked: 1, lost, doubled: [] };
  }
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
