import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import WebSocket from "ws";
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from "y-protocols/awareness";
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from "y-protocols/sync";
import * as Y from "yjs";
import { liveAddress, messageType, noteAddress, SYNC_PATH } from "#contract/wire/socket.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import type { LiveEvent } from "#contract/wire/live.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import type { SignedInVisitor, Visitor } from "./test-app.ts";

/** A client of /sync in a few lines, for tests: a document kept in step, and promises for what the server says. */
export type SyncClient = {
  doc: Y.Doc;
  /** Resolves when the server has acknowledged everything sent so far. */
  saved: () => Promise<void>;
  /** Appends a paragraph with this text. */
  write: (text: string) => void;
  text: () => string;
  /** Resolves when the document contains this text. */
  sees: (text: string) => Promise<void>;
  /** The reason, when the server refused the document. */
  refusal: Promise<string>;
  /** Everything that came in before or without acceptance, besides the refusal: must stay 0 for a refused page. */
  framesBeforeRefusal: () => number;
  /** Every byte the server has sent to this client. */
  received: () => Buffer;
  /** The changes of others, as they were told. */
  told: () => Uint8Array[];
  synced: Promise<void>;
  closed: Promise<number>;
  /** Tells the others where this caret is; without words, that it has gone. */
  introduce: (caret: string | null, user?: Record<string, unknown>) => void;
  /** Resolves when exactly the carets of these others are here. */
  meets: (...carets: string[]) => Promise<void>;
  /** Whom the others are said to be. */
  readers: () => unknown[];
  send: (type: number, write: (encoder: encoding.Encoder) => void) => void;
  close: () => void;
};

export function openNote(
  app: { url: string },
  visitor: Visitor,
  noteId: string,
  options: { schemaVersion?: number; headers?: Record<string, string>; doc?: Y.Doc } = {},
): SyncClient {
  const doc = options.doc ?? new Y.Doc();
  const socket = openSocket(app.url, visitor, options.headers);
  const address = noteAddress(noteId);
  const awareness = new Awareness(doc);
  awareness.setLocalState(null);
  const synced = Promise.withResolvers<void>();
  const refusal = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<number>();
  let owed = 0;
  let frames = 0;
  const received: Buffer[] = [];
  const told: Uint8Array[] = [];
  const waiting = new Set<() => void>();
  const check = () => waiting.forEach((run) => run());

  const send: SyncClient["send"] = (type, write) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, address);
    encoding.writeVarUint(encoder, type);
    write(encoder);
    socket.send(encoding.toUint8Array(encoder));
  };
  const sendSync = (kind: number, payload: Uint8Array) =>
    send(messageType.sync, (encoder) => {
      encoding.writeVarUint(encoder, kind);
      encoding.writeVarUint8Array(encoder, payload);
    });

  socket.on("open", () =>
    send(messageType.auth, (encoder) => {
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarString(
        encoder,
        JSON.stringify({ schemaVersion: options.schemaVersion ?? SCHEMA_VERSION, build: "test" }),
      );
    }),
  );
  socket.on("error", () => {});
  socket.on("close", (code) => {
    awareness.destroy();
    closed.resolve(code);
  });
  socket.on("message", (data: Buffer) => {
    received.push(data);
    const decoder = decoding.createDecoder(new Uint8Array(data));
    if (decoding.readVarString(decoder) !== address) return;
    const type = decoding.readVarUint(decoder);
    if (type === messageType.auth) {
      if (decoding.readVarUint(decoder) === 1) refusal.resolve(decoding.readVarString(decoder));
      else sendSync(messageYjsSyncStep1, Y.encodeStateVector(doc));
      return;
    }
    frames += 1;
    if (type === messageType.sync) {
      const kind = decoding.readVarUint(decoder);
      const payload = decoding.readVarUint8Array(decoder);
      if (kind === messageYjsSyncStep1) {
        owed += 1;
        sendSync(messageYjsSyncStep2, Y.encodeStateAsUpdate(doc, payload));
        synced.resolve();
      } else {
        if (kind === messageYjsUpdate) told.push(payload);
        Y.applyUpdate(doc, payload, "server");
      }
    } else if (type === messageType.syncStatus) owed -= 1;
    else if (type === messageType.awareness)
      applyAwarenessUpdate(awareness, decoding.readVarUint8Array(decoder), "server");
    check();
  });
  let isSynced = false;
  void synced.promise.then(() => (isSynced = true));
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === "server" || !isSynced) return;
    owed += 1;
    sendSync(messageYjsUpdate, update);
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const run = () => {
        if (!condition()) return;
        waiting.delete(run);
        resolve();
      };
      waiting.add(run);
      run();
    });
  // Where a text came from stands within it, and may end in the middle of a word.
  const text = () =>
    doc
      .getXmlFragment(FRAGMENT)
      .toJSON()
      .replaceAll(/<\/?origin[^>]*>/g, "");
  const states = () =>
    [...awareness.getStates()].filter(([client]) => client !== doc.clientID).map(([, state]) => state);
  const others = () =>
    states()
      .map((state) => (state["cursor"] as { at: string } | null)?.at ?? "")
      .toSorted();
  return {
    doc,
    text,
    write: (words) => {
      const paragraph = new Y.XmlElement("paragraph");
      paragraph.insert(0, [new Y.XmlText(words)]);
      const fragment = doc.getXmlFragment(FRAGMENT);
      fragment.insert(fragment.length, [paragraph]);
    },
    saved: async () => {
      await synced.promise;
      await until(() => owed === 0);
    },
    sees: (words) => until(() => text().includes(words)),
    refusal: refusal.promise,
    framesBeforeRefusal: () => frames,
    received: () => Buffer.concat(received),
    told: () => told,
    synced: synced.promise,
    closed: closed.promise,
    introduce: (caret, user = {}) => {
      awareness.setLocalState(caret === null ? null : { user, cursor: { at: caret } });
      send(messageType.awareness, (encoder) =>
        encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(awareness, [doc.clientID])),
      );
    },
    meets: (...carets) => until(() => others().join() === carets.toSorted().join()),
    readers: () => states().map(({ user }) => user),
    send,
    close: () => socket.close(),
  };
}

/** The live address of a user: `next` resolves with the first event that fits. */
export function openLive(app: { url: string }, visitor: Visitor, userId: string) {
  const socket = openSocket(app.url, visitor);
  const events: LiveEvent[] = [];
  const answers: AnswerMessage[] = [];
  const waiting = new Set<() => void>();
  const answer = Promise.withResolvers<"accepted" | "refused">();
  socket.on("error", () => {});
  socket.on("open", () => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, liveAddress(userId));
    encoding.writeVarUint(encoder, messageType.auth);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, JSON.stringify({ schemaVersion: SCHEMA_VERSION, build: "test" }));
    socket.send(encoding.toUint8Array(encoder));
  });
  socket.on("message", (data: Buffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(data));
    decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    if (type === messageType.auth && decoding.readVarUint(decoder) === 1) answer.resolve("refused");
    if (type !== messageType.stateless) return;
    const message = JSON.parse(decoding.readVarString(decoder)) as
      | { type: "hello" }
      | { type: "events"; events: LiveEvent[] }
      | AnswerMessage;
    // Accepted is who was greeted: from here on nothing is missed.
    if (message.type === "hello") answer.resolve("accepted");
    if (message.type === "events") events.push(...message.events);
    if (message.type === "answer") answers.push(message);
    waiting.forEach((run) => run());
  });
  return {
    answer: answer.promise,
    events,
    /** Parts of chat's answers, as they came. */
    answers,
    next: (fits: (event: LiveEvent) => boolean) =>
      new Promise<LiveEvent>((resolve) => {
        const run = () => {
          const found = events.find(fits);
          if (!found) return;
          waiting.delete(run);
          resolve(found);
        };
        waiting.add(run);
        run();
      }),
    close: () => socket.close(),
  };
}

export function openSocket(
  url: string,
  visitor: Pick<SignedInVisitor, "cookie">,
  headers: Record<string, string> = {},
): WebSocket {
  return new WebSocket(`${url.replace("http", "ws")}${SYNC_PATH}`, {
    headers: { origin: url, cookie: visitor.cookie(), ...headers },
  });
}
