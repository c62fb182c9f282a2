import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { SESSION_ENDED, SYNC_PATH } from "#contract/wire/socket.ts";
import type { Services } from "../base.ts";
import type { InFlight } from "../platform/in-flight.ts";
import { serveSocket } from "./serve-socket.ts";
import { isHostAllowed, isOriginAllowed } from "./guards.ts";

/** Pages send longer ones in parts. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const SESSION_CHECK_MS = 2_000;
const PING_MS = 25_000;
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
  const sockets = new Sockets(services, inFlight);
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => {});
    // Not by `new URL`, which throws on what any stranger may send, and nobody would catch it here.
    if (request.url?.split("?")[0] !== SYNC_PATH) {
      // In development Vite listens too, for a path of its own.
      if (app.server.listenerCount("upgrade") === 1) refuse(socket, 404);
      return;
    }
    void sockets.accept(request, socket, head).catch((error: unknown) => {
      services.log.warn({ err: error }, "a socket was refused");
      refuse(socket, 503);
    });
  });
  return sockets;
}

class Sockets {
  private readonly services: Services;
  private readonly inFlight: InFlight;
  private readonly connected = new Map<WebSocket, Connected>();
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  private readonly timers: NodeJS.Timeout[];
  private isClosing = false;

  constructor(services: Services, inFlight: InFlight) {
    this.services = services;
    this.inFlight = inFlight;
    this.timers = [
      // When the database is away nobody is thrown out: it cannot say whose session ended.
      setInterval(() => void this.closeEndedSessions().catch(() => {}), SESSION_CHECK_MS),
      setInterval(() => this.ping(), PING_MS),
    ];
  }

  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { accounts, collab, config } = this.services;
    if (!isHostAllowed(request.headers.host, config) || !isOriginAllowed(request, config))
      return refuse(socket, 403);
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) return refuse(socket, 401);
    if (this.isClosing) return refuse(socket, 503);
    const { userId, sessionId, name } = session;
    const own = [...this.connected.values()].filter((other) => other.userId === userId);
    if (own.length >= SOCKETS_PER_USER) return refuse(socket, 429);
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      const state = { userId, sessionId, isAlive: true };
      this.connected.set(webSocket, state);
      webSocket.on("pong", () => (state.isAlive = true));
      webSocket.on("close", () => this.connected.delete(webSocket));
      serveSocket({ collab, inFlight: this.inFlight }, webSocket, socket, { userId, sessionId, name });
    });
  }

  close(): void {
    this.isClosing = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const webSocket of this.connected.keys()) webSocket.close(SERVICE_RESTART, "the server restarts");
    setTimeout(() => this.connected.forEach((_, webSocket) => webSocket.terminate()), 1_000).unref();
  }

  private async closeEndedSessions(): Promise<void> {
    // Those of now: a socket that comes during the question is not in its answer, and its session has not ended.
    const asked = [...this.connected];
    const ids = new Set(asked.map(([, { sessionId }]) => sessionId));
    const alive = await this.services.accounts.findAlive([...ids]);
    for (const [webSocket, { sessionId }] of asked) {
      if (!alive.has(sessionId)) webSocket.close(SESSION_ENDED, "session ended");
    }
  }

  private ping(): void {
    for (const [webSocket, state] of this.connected) {
      // We do not hear it while its words wait for the database.
      if (webSocket.isPaused) continue;
      if (!state.isAlive || webSocket.bufferedAmount > UNREAD_LIMIT_BYTES) webSocket.terminate();
      state.isAlive = false;
      webSocket.ping();
    }
  }
}

function refuse(socket: Duplex, status: number): void {
  // A peer that never closes its side would hold the connection, and the stop of the server with it.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
