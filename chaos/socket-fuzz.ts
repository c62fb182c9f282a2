import { readFileSync } from "node:fs";
import { Fragment } from "@tiptap/pm/model";
import * as decoding from "lib0/decoding";
import type WebSocket from "ws";
import { liveAddress, messageType, noteAddress } from "#contract/wire/socket.ts";
import { schema } from "#document/schema.ts";
import { aBrowser } from "#testing/node-page.ts";
import { randomFrom } from "#testing/random.ts";
import { openNote, openSocket, type SyncClient } from "#testing/sync-client.ts";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { showEditor } from "./converge-edits.ts";
import { mutate, recordFrames, type Targets } from "./socket-fuzz-frames.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

/** Frames on one socket; the seed of a failure names the first of them. */
const BATCH = 40;
/** Frames that are sent before the server has answered. */
const TOGETHER = 4;
const AT_ONCE = 4;
/** The attacker's note is replaced after this many batches: it fills with whatever was accepted. */
const NOTE_FOR = 50;
const ANSWER_WITHIN_MS = 5_000;
const GROWTH_MAX_MB = 150;
const STILL_HERE = schema.nodes.paragraph!.create(null, schema.text("still here"));
const LEFT_OUT = /"msg":"a stored change of a note is unreadable and was left out"/;
const UNREADABLE = /"msg":"message of a library"/;

export const socketFuzz: Trial = {
  name: "socket fuzz",
  promise:
    "whatever frames a signed-in stranger sends, the server lives, nobody else notices, no frame of another's note comes, and the note they hit still opens",
  unit: "frames",
  full: 50_000,
  sample: 3_000,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    await server.start();
    const fuzz = new Fuzz(server, seed);
    await fuzz.prepare();
    const outcome = await fuzz.attack(amount, log);
    return outcome;
  } finally {
    await server.dispose();
  }
}

class Fuzz {
  private readonly server: ServerProcess;
  private readonly seed: number;
  private readonly failures: string[] = [];
  private readonly accepted: string[] = [];
  private victim!: SignedInVisitor;
  private victimNote = "";
  private writer!: SyncClient;
  private reader!: SyncClient;
  private attacker!: SignedInVisitor;
  private targets!: Targets;
  private closings = 0;
  private isOver = false;

  constructor(server: ServerProcess, seed: number) {
    this.server = server;
    this.seed = seed;
  }

  async prepare(): Promise<void> {
    this.victim = await register(this.server.url, "victim");
    this.attacker = await register(this.server.url, "attacker");
    this.victimNote = (await this.victim.client.notes.create({ title: "Kept" })).id;
    this.writer = openNote(this.server, this.victim, this.victimNote);
    this.reader = openNote(this.server, this.victim, this.victimNote);
    for (const page of [this.writer, this.reader])
      void page.closed.then((code) => {
        if (!this.isOver) this.failures.push(`another user's socket was closed with ${code}`);
      });
  }

  /** A fresh note of the attacker's and what a page really sends about it. */
  private async aim(random: () => number): Promise<void> {
    const { id } = await this.attacker.client.notes.create({ title: "Hit" });
    this.accepted.push(id);
    this.targets = {
      frames: await recordFrames(this.server, this.attacker, id, random),
      own: { noteId: id, userId: this.attacker.userId },
      other: { noteId: this.victimNote, userId: this.victim.userId },
    };
  }

  async attack(amount: number, log: (line: string) => void): Promise<TrialOutcome> {
    const batches = Math.ceil(amount / BATCH);
    let early = 0;
    for (let from = 0; from < batches; from += AT_ONCE) {
      if (from % (NOTE_FOR - (NOTE_FOR % AT_ONCE)) === 0) await this.aim(randomFrom(this.seed));
      const some = Array.from({ length: Math.min(AT_ONCE, batches - from) }, (_, index) => from + index);
      await Promise.all(some.map((batch) => this.batch(this.seed + batch)));
      await this.othersWork(`t${from}.`, this.seed + from);
      if (from <= batches / 5) early = this.memoryMb();
      if (this.failures.length > 5) break;
      if (from > 0 && from % 200 === 0) log(`${from * BATCH} frames, ${this.memoryMb()} MB`);
    }
    const growth = Math.max(0, this.memoryMb() - early);
    if (growth > GROWTH_MAX_MB) this.failures.push(`the server grew by ${growth} MB`);
    this.isOver = true;
    await this.checkHitNotes();
    if (/[\u4e00-\u9fff]/.test(this.server.log())) this.failures.push("the log tells what is in a note");
    const lost = await this.missing(batches);
    const errors = this.unexpectedErrors();
    if (errors.length > 0) this.failures.push(`${errors.length} unexpected errors, the first: ${errors[0]}`);
    this.writer.close();
    this.reader.close();
    return {
      done: batches * BATCH,
      lost,
      figures: {
        "sockets closed by the server": this.closings,
        "growth in MB": growth,
      },
      failures: this.failures,
    };
  }

  private async batch(seed: number): Promise<void> {
    const random = randomFrom(seed);
    let socket: WebSocket | null = null;
    for (let sent = 0; sent < BATCH; sent += TOGETHER) {
      socket ??= await this.connect(seed, random);
      if (!socket) return;
      for (let index = 0; index < TOGETHER; index++) {
        const frame = mutate(this.targets, random);
        if (random() < 0.01) socket.send(Buffer.from(frame).toString("latin1"));
        else socket.send(frame);
      }
      await answered(socket);
      if (socket.readyState === socket.OPEN) continue;
      this.closings += 1;
      socket = null;
    }
    socket?.terminate();
  }

  private async connect(seed: number, random: () => number): Promise<WebSocket | null> {
    const socket = openSocket(this.server.url, this.attacker);
    socket.on("error", () => {});
    socket.on("message", (data: Buffer) => this.inspect(new Uint8Array(data), seed));
    if (!(await opened(socket))) {
      this.failures.push(`seed ${seed}: no socket was accepted`);
      return null;
    }
    // Most sign in to the note first, as a page does; the others begin with the hostile frames.
    if (random() < 0.75) for (const frame of this.targets.frames.slice(0, 4)) socket.send(frame);
    return socket;
  }

  /** Nothing but refusals may come under an address that is not the attacker's. */
  private inspect(frame: Uint8Array, seed: number): void {
    const decoder = decoding.createDecoder(frame);
    const address = decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    const { own } = this.targets;
    const isOwn =
      address === liveAddress(own.userId) || this.accepted.some((id) => address === noteAddress(id));
    if (isOwn) return;
    const isRefusal = type === messageType.auth && decoding.readVarUint(decoder) === 1;
    if (!isRefusal) this.failures.push(`seed ${seed}: a frame of type ${type} came from ${address}`);
  }

  private async othersWork(token: string, seed: number): Promise<void> {
    this.writer.write(token);
    const worked = Promise.all([this.writer.saved(), this.reader.sees(token)]).then(() => true);
    if (!(await within(worked, allowed(ANSWER_WITHIN_MS))))
      this.failures.push(`seed ${seed}: another user's change was not saved and shown within 5 s`);
  }

  private memoryMb(): number {
    const status = readFileSync(`/proc/${this.server.pid()}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }

  /** What was hit opens after a restart that has nothing but the database: on a page, in the editor, through the API. */
  private async checkHitNotes(): Promise<void> {
    await this.server.stop();
    await this.server.start();
    for (const noteId of this.accepted) {
      const fault = await this.openHitNote(noteId).catch(String);
      if (fault) this.failures.push(`the note that was hit ${fault} (${noteId})`);
    }
  }

  private async openHitNote(noteId: string): Promise<string | null> {
    const tab = await aBrowser(this.server, this.attacker).openTab(noteId);
    const { session } = tab.note;
    const isSaved = async () => {
      while (session.state().save.kind !== "saved") await new Promise((resolve) => setTimeout(resolve, 10));
      return true;
    };
    try {
      if (!(await within(isSaved(), allowed(ANSWER_WITHIN_MS)))) return "does not open any more";
      const { before, write } = showEditor(session.doc);
      write(before.copy(before.content.append(Fragment.from(STILL_HERE))));
      if (!(await within(isSaved(), allowed(ANSWER_WITHIN_MS)))) return "takes no changes any more";
    } finally {
      tab.die();
    }
    const { text } = await this.attacker.client.notes.body({ noteId, format: "text" });
    return text.includes("still here") ? null : `cannot be read any more: ${text.slice(0, 100)}`;
  }

  private async missing(batches: number): Promise<number> {
    const { text } = await this.victim.client.notes.body({ noteId: this.victimNote, format: "text" });
    let lost = 0;
    for (let from = 0; from < batches; from += AT_ONCE) if (!text.includes(`t${from}.`)) lost += 1;
    return this.failures.length > 5 ? 0 : lost;
  }

  /** A refused frame is a warning; an error, or an exception that nobody waited for, is a fault of ours. */
  private unexpectedErrors(): string[] {
    return (
      this.server
        .log()
        .split("\n")
        .filter((line) => /"level":"(error|fatal)"|uncaught|unhandled error/i.test(line))
        // Hocuspocus' word for a frame that it cannot read.
        .filter((line) => !UNREADABLE.test(line))
        // A change that can be decoded and not applied: in a note of the attacker's own, which opens without it.
        .filter((line) => !LEFT_OUT.test(line))
    );
  }
}

async function register(url: string, name: string): Promise<SignedInVisitor> {
  const visitor = createVisitor(url);
  const [email, password] = [`${name}@example.com`, "correct horse"];
  const { session } = await visitor.client.accounts.register({ name, email, password });
  return { ...visitor, userId: session!.user.id, email, password };
}

function opened(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(true));
    socket.once("close", () => resolve(false));
  });
}

/** Resolves when the server has read what was sent (a pong comes after it) or has closed the socket. */
async function answered(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return;
  const answer = new Promise<boolean>((resolve) => {
    socket.once("pong", () => resolve(true));
    socket.once("close", () => resolve(true));
  });
  socket.ping();
  await within(answer, ANSWER_WITHIN_MS);
}

async function within(work: Promise<boolean>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
