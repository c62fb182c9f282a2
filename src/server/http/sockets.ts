import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { SESSION_ENDED, SYNC_PATH } from "#contract/wire/socket.ts";
import type { Services } from "../base.ts";
import { isPageFrame } from "../collab/sync-server/page-frames.ts";
import type { SocketContext } from "../collab/sync-server/socket-context.ts";
import { createFrames } from "./frames.ts";
import type { InFlight } from "../platform/in-flight.ts";
import { isHostAllowed, isOriginAllowed } from "./guards.ts";

/** Pages send longer ones in parts. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const SESSION_CHECK_MS = 2_000;
const PING_MS = 25_000;
/** What one socket may have waiting for the database before no more is read from it. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;
/** Of a frame in memory, beside its bytes. */
const FRAME_COST = 500;
/** A peer that leaves more than this unread is gone, or wants our memory. */
const UNREAD_LIMIT_BYTES = 128 * 1024 * 1024;
const SOCKETS_PER_USER = 50;
const SERVICE_RESTART = 1012;

type Connected = { sessionId: string; userId: string; isAlive: boolean };

/** The one socket of a page: checks host, origin and session at the upgrade, then hands frames to the sync server. */
export function addSockets(
  app: FastifyInstance,
  services: Services,
  inFlight: InFlight,
): { close: () => void } {
  const { accounts, collab, config, log } = services;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const connected = new Map<WebSocket, Connected>();
  let isClosing = false;

  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => {});
    // Not by `new URL`, which throws on what any stranger may send, and nobody would catch it here.
    if (request.url?.split("?")[0] !== SYNC_PATH) {
      // In development Vite listens too, for a path of its own.
      if (app.server.listenerCount("upgrade") === 1) refuse(socket, 404);
      return;
    }
    void accept(request, socket, head).catch((error: unknown) => {
      log.warn({ err: error }, "a socket was refused");
      refuse(socket, 503);
    });
  });

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!isHostAllowed(request.headers.host, config) || !isOriginAllowed(request, config))
      return refuse(socket, 403);
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) return refuse(socket, 401);
    if (isClosing) return refuse(socket, 503);
    const own = [...connected.values()].filter(({ userId }) => userId === session.userId);
    if (own.length >= SOCKETS_PER_USER) return refuse(socket, 429);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const { userId, sessionId, name } = session;
      connected.set(webSocket, { userId, sessionId, isAlive: true });
      serve(webSocket, socket, { userId, sessionId, name });
    });
  }

  function serve(
    webSocket: WebSocket,
    line: Duplex,
    session: Pick<SocketContext, "userId" | "sessionId" | "name">,
  ): void {
    const context: SocketContext = { ...session, connections: new Set() };
    const client = collab.hocuspocus.handleConnection(
      webSocket,
      new Request("http://localhost/sync"),
      context,
    );
    webSocket.binaryType = "nodebuffer";
    const frames = createFrames(inFlight, session.userId, () => collab.settled(context));
    // Before the listener that makes frames of them.
    line.prependListener("data", (chunk: Buffer) => {
      if (!frames.received(chunk.length)) webSocket.terminate();
    });
    let handedOver = 0;
    webSocket.on("message", (data: Buffer, isBinary) => {
      frames.ended(data.length);
      // Closing takes as long as the peer likes, half a minute at most; what it says meanwhile is no longer heard.
      if (webSocket.readyState !== webSocket.OPEN) return;
      const frame = new Uint8Array(data.buffer, data.byteOffset, data.length);
      // Frames are binary and name an address; anything else is nobody of ours.
      if (!isBinary || !isPageFrame(frame)) return webSocket.close(1003, "not a frame");
      const message = joined(frames, frame);
      if (message === "nothing of ours") return webSocket.close(1003, "not a frame");
      if (message) {
        client.handleMessage(message);
        frames.handedOver();
      }
      handedOver += frame.length + FRAME_COST;
      if (handedOver < READ_AHEAD_BYTES) return;
      handedOver = 0;
      webSocket.pause();
      void collab.settled(context).finally(() => webSocket.resume());
    });
    webSocket.on("ping", (data: Buffer) => {
      frames.ended(data.length);
      frames.handedOver();
    });
    webSocket.on("pong", (data: Buffer) => {
      frames.ended(data.length);
      frames.handedOver();
      client.lastMessageReceivedAt = Date.now();
      const state = connected.get(webSocket);
      if (state) state.isAlive = true;
    });
    webSocket.on("error", () => webSocket.terminate());
    webSocket.on("close", (code, reason) => {
      connected.delete(webSocket);
      frames.closed();
      client.handleClose({ code, reason: reason.toString() });
    });
  }

  async function closeEndedSessions(): Promise<void> {
    // Those of now: a socket that comes during the question is not in its answer, and its session has not ended.
    const asked = [...connected];
    const alive = await accounts.findAlive([...new Set(asked.map(([, { sessionId }]) => sessionId))]);
    for (const [webSocket, { sessionId }] of asked) {
      if (!alive.has(sessionId)) webSocket.close(SESSION_ENDED, "session ended");
    }
  }

  // When the database is away nobody is thrown out: it cannot say whose session ended.
  const sessionTimer = setInterval(() => void closeEndedSessions().catch(() => {}), SESSION_CHECK_MS);
  const pingTimer = setInterval(() => {
    for (const [webSocket, state] of connected) {
      // We do not hear it while its words wait for the database.
      if (webSocket.isPaused) continue;
      if (!state.isAlive || webSocket.bufferedAmount > UNREAD_LIMIT_BYTES) webSocket.terminate();
      state.isAlive = false;
      webSocket.ping();
    }
  }, PING_MS);

  return {
    close() {
      isClosing = true;
      clearInterval(sessionTimer);
      clearInterval(pingTimer);
      for (const webSocket of connected.keys()) webSocket.close(SERVICE_RESTART, "the server restarts");
      setTimeout(() => connected.forEach((_, webSocket) => webSocket.terminate()), 1_000).unref();
    },
  };
}

/** Null while more of the message is to come. */
function joined(
  frames: ReturnType<typeof createFrames>,
  frame: Uint8Array,
): Uint8Array | null | "nothing of ours" {
  try {
    const message = frames.join(frame);
    return message && message !== frame && !isPageFrame(message) ? "nothing of ours" : message;
  } catch {
    return "nothing of ours";
  }
}

function refuse(socket: Duplex, status: number): void {
  // A peer that never closes its side would hold the connection, and the stop of the server with it.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
