import type { Document as OpenDocument } from "@hocuspocus/server";
import { applyAwarenessUpdate, type Awareness, encodeAwarenessUpdate } from "y-protocols/awareness";
import type { Database } from "../db/client.ts";

export const PRESENCE_CHANNEL = "cairn_presence";
const WINDOW_MS = 100;
/** A NOTIFY payload ends at 8 000 bytes; base64 adds a third, the rest of the message is below 200. */
const UPDATE_MAX_BYTES = 5_800;

/**
 * What nodes tell each other of who is in a note and where the carets are. Nobody tells who was not asked: a node alone sends one
 * message when a note is opened and one when it is left.
 */
type Told = {
  node: string;
  note: string;
  /** `opened`: tell me who is there. `here`: they are, as far as `states` says. `left`: nobody here reads it any more. */
  kind: "opened" | "here" | "left";
  /** An awareness update of y-protocols in base64. */
  states?: string;
};

type Change = Record<"added" | "updated" | "removed", number[]>;
type Present = { document: OpenDocument; listeners: Set<string>; changed: Set<number>; stop: () => void };

/** Of a change that came from another node, so that it is not sent back. */
const FROM_NODE = { source: "local" } as const;

/**
 * Names and carets of people whose pages are on different nodes. They are no part of the note: what is lost on the way comes again with
 * the next move of a caret, and a node that dies without a word has its people gone after the 30 s of y-protocols.
 */
export class Presence {
  private readonly db: Database;
  private readonly nodeId: string;
  private readonly onError: (error: unknown) => void;
  private readonly open = new Map<string, Present>();
  private timer: NodeJS.Timeout | undefined;
  private pendingSends = 0;

  constructor(db: Database, nodeId: string, onError: (error: unknown) => void) {
    this.db = db;
    this.nodeId = nodeId;
    this.onError = onError;
  }

  /** A note is open on this node from now on. */
  opened(note: string, document: OpenDocument): void {
    this.open.get(note)?.stop();
    const present: Present = { document, listeners: new Set(), changed: new Set(), stop: () => {} };
    const onChange = ({ added, updated, removed }: Change, origin: unknown) => {
      if (origin === FROM_NODE || present.listeners.size === 0) return;
      for (const client of [...added, ...updated, ...removed]) present.changed.add(client);
      this.timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    };
    document.awareness.on("update", onChange);
    present.stop = () => document.awareness.off("update", onChange);
    this.open.set(note, present);
    this.tell(note, "opened");
  }

  left(note: string): void {
    const present = this.open.get(note);
    if (!present) return;
    present.stop();
    this.open.delete(note);
    // That the last one went is still to be told.
    this.tellChanged(note, present);
    this.tell(note, "left");
  }

  onNotice(payload: string): void {
    const told = readTold(payload);
    const present = told && told.node !== this.nodeId ? this.open.get(told.note) : undefined;
    if (!told || !present) return;
    const { document, listeners } = present;
    if (told.kind === "left") return void listeners.delete(told.node);
    // Who came before that node was known of has been told to nobody there.
    const isNew = !listeners.has(told.node);
    const clients = [...document.awareness.getStates().keys()];
    listeners.add(told.node);
    if (told.states) this.show(document, told.states);
    if (clients.length > 0 && (isNew || told.kind === "opened"))
      this.tellStates(told.note, document, clients);
    // Said also when nobody has told who he is yet: the other node learns that it is listened to.
    else if (told.kind === "opened") this.tell(told.note, "here");
  }

  /** Notices may have been missed. */
  onGap(): void {
    for (const note of this.open.keys()) this.tell(note, "opened");
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tell(note: string, kind: Told["kind"], states?: Uint8Array): void {
    const told: Told = { node: this.nodeId, note, kind };
    if (states) told.states = Buffer.from(states).toString("base64");
    this.pendingSends += 1;
    void this.db
      .notify(PRESENCE_CHANNEL, JSON.stringify(told))
      .catch(this.onError)
      .finally(() => (this.pendingSends -= 1));
  }

  private tellStates(note: string, { awareness }: OpenDocument, clients: number[]): void {
    for (const states of statesOf(awareness, clients)) this.tell(note, "here", states);
  }

  /** A node of another release may say what this one cannot read. */
  private show({ awareness }: OpenDocument, states: string): void {
    try {
      applyAwarenessUpdate(awareness, Buffer.from(states, "base64"), FROM_NODE);
    } catch (error) {
      this.onError(error);
    }
  }

  private tellChanged(note: string, { document, listeners, changed }: Present): void {
    if (changed.size > 0 && listeners.size > 0) this.tellStates(note, document, [...changed]);
    changed.clear();
  }

  private flush(): void {
    // Messages keep their order, so while the database is slow or away carets wait here, where the newest replaces the one before.
    this.timer = this.pendingSends > 0 ? setTimeout(() => this.flush(), WINDOW_MS).unref() : undefined;
    if (this.timer) return;
    for (const [note, present] of this.open) this.tellChanged(note, present);
  }
}

/** Updates that each fit into a message; somebody whose state alone does not is left out. */
function* statesOf(awareness: Awareness, clients: number[]): Generator<Uint8Array> {
  const states = encodeAwarenessUpdate(awareness, clients);
  if (states.length <= UPDATE_MAX_BYTES) yield states;
  else if (clients.length > 1) {
    const middle = clients.length >> 1;
    yield* statesOf(awareness, clients.slice(0, middle));
    yield* statesOf(awareness, clients.slice(middle));
  }
}

function readTold(payload: string): Told | null {
  try {
    return JSON.parse(payload) as Told;
  } catch {
    return null;
  }
}
