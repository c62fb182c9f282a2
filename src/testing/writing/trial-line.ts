import { Document } from "@hocuspocus/server";
import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import { keepFormatting } from "#document/keep-formatting.ts";
import { noteSent, relayAsMade } from "#server/collab/relay.ts";
import { applyUpdate } from "#web/platform/sync/apply-update.ts";

type Planned = { at: number; run: () => void };
type Clock = { now: () => number; later: (at: number, run: () => void) => void };

/**
 * Pages and the server between them, in a time of their own. The served document is the real one and tells each change as the real one
 * does. What a page writes is at the server a latency later, told after its commit, and at the others another latency later.
 */
export function connect(
  pages: { doc: Y.Doc }[],
  latencyMs: (page: number) => number,
  commitMs: () => number = () => 0,
) {
  const waiting: Planned[] = [];
  let now = 0;
  const clock: Clock = { now: () => now, later: (at, run) => void waiting.push({ at, run }) };
  const server = serve(Y.encodeStateAsUpdate(pages[0]!.doc), clock, commitMs);
  const lines = pages.map(({ doc }, index) => createLine(doc, server, clock, () => latencyMs(index)));
  const next = () => waiting.reduce((first, one) => (one.at < first.at ? one : first), waiting[0]!);
  return {
    /** Changes in the order in which they were committed. */
    log: server.log,
    served: server.document,
    /** What is under way is lost. */
    cut: (page: number) => lines[page]!.cut(),
    rejoin: (page: number) => lines[page]!.rejoin(),
    /** Lets time pass until everything planned and everything sent has happened. */
    run(plan: Planned[]) {
      waiting.push(...plan);
      while (waiting.length > 0) {
        const one = next();
        waiting.splice(waiting.indexOf(one), 1);
        now = Math.max(now, one.at);
        one.run();
      }
    },
  };
}

type Server = ReturnType<typeof serve>;
type Connection = Parameters<Document["addConnection"]>[0];

function serve(state: Uint8Array, { now, later }: Clock, commitMs: () => number) {
  const document = new Document("trial", { gc: true }, { flushDelay: 0, flushMaxBytes: 1024 * 1024 });
  // Its clock would keep the process alive.
  document.awareness.destroy();
  keepFormatting(document);
  Y.applyUpdate(document, state);
  relayAsMade(document);
  const log: { from: number; update: Uint8Array }[] = [];
  let arrived: { connection: Connection; from: number; update: Uint8Array }[] = [];
  let isCommitting = false;
  const commit = () => {
    const together = arrived;
    arrived = [];
    isCommitting = together.length > 0;
    if (!isCommitting) return;
    later(now() + commitMs(), () => {
      for (const { connection, from, update } of together) {
        log.push({ from, update });
        noteSent(connection, update);
        Y.applyUpdate(document, update, { source: "connection", connection });
      }
      document.flush();
      commit();
    });
  };
  return {
    document,
    log,
    append(connection: Connection, from: number, update: Uint8Array) {
      arrived.push({ connection, from, update });
      if (!isCommitting) commit();
    },
  };
}

function createLine(doc: Y.Doc, server: Server, { now, later }: Clock, latencyMs: () => number) {
  const { document } = server;
  let [isSynced, life] = [true, 0];
  /** A line keeps its order. */
  const way = () => {
    let lastAt = 0;
    return (run: () => void) => {
      const born = life;
      lastAt = Math.max(lastAt, now() + latencyMs());
      later(lastAt, () => born === life && run());
    };
  };
  const [up, down] = [way(), way()];
  const receive = (update: Uint8Array) => down(() => applyUpdate(doc, update, "server"));
  const connection = {
    messageAddress: "trial",
    send: (message: Uint8Array) => receive(updateIn(message)),
  } as unknown as Connection;
  document.addConnection(connection);
  const send = (update: Uint8Array) => up(() => server.append(connection, doc.clientID, update));
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin !== "server" && isSynced) send(update);
  });
  return {
    cut() {
      life++;
      isSynced = false;
      document.connections.delete(connection);
    },
    rejoin() {
      const known = Y.encodeStateVector(doc);
      up(() => {
        document.addConnection(connection);
        receive(Y.encodeStateAsUpdate(document, known));
        const served = Y.encodeStateVector(document);
        down(() => {
          send(Y.encodeStateAsUpdate(doc, served));
          isSynced = true;
        });
      });
    },
  };
}

/** Of a message: its address, its kind, the kind of sync, the update. */
function updateIn(message: Uint8Array): Uint8Array {
  const decoder = decoding.createDecoder(message);
  decoding.readVarString(decoder);
  decoding.readVarUint(decoder);
  decoding.readVarUint(decoder);
  return decoding.readVarUint8Array(decoder);
}
