import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { SESSION_ENDED, SYNC_PATH } from "#contract/wire/socket.ts";
import type { Services } from "../base.ts";
import type { SocketContext } from "../collab/sync-server/socket-context.ts";
import { scopesFor } from "#contract/token-access.ts";
import type { InFlight } from "../platform/in-flight.ts";
import { bearerOf, sendsBearer } from "../tokens/caller.ts";
import { aliveTokens } from "../tokens/tokens.ts";
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

/** `sessionId` is that of the app password where a program has connected. */
type Connected = { sessionId: string; userId: string; isProgram: boolean; isAlive: boolean };
type Sender = Pick<SocketContext, "userId" | "sessionId" | "name" | "isReadOnly"> & { isProgram: boolean };

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
    const { collab, config } = this.services;
    const isFromOutside = sendsBearer(request) && request.headers.origin === undefined;
    if (!isHostAllowed(request.headers.host, config) || !(isFromOutside || isOriginAllowed(request, config)))
      return refuse(socket, 403);
    const sender = await this.senderOf(request);
    if (typeof sender === "number") return refuse(socket, sender);
    if (this.isClosing) return refuse(socket, 503);
    const { userId, sessionId, isProgram, ...rest } = sender;
    const own = [...this.connected.values()].filter((other) => other.userId === userId);
    if (own.length >= SOCKETS_PER_USER) return refuse(socket, 429);
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      const state = { userId, sessionId, isProgram, isAlive: true };
      this.connected.set(webSocket, state);
      webSocket.on("pong", () => (state.isAlive = true));
      webSocket.on("close", () => this.connected.delete(webSocket));
      serveSocket({ collab, inFlight: this.inFlight }, webSocket, socket, { userId, sessionId, ...rest });
    });
  }

  /** Or the status of the refusal. */
  private async senderOf(request: IncomingMessage): Promise<Sender | number> {
    const { accounts, db } = this.services;
    const { headers } = request;
    if (!sendsBearer(request)) {
      const session = await accounts.readSession(headers.cookie);
      return session
        ? { userId: session.userId, sessionId: session.sessionId, name: session.name, isProgram: false }
        : 401;
    }
    const bearer = await bearerOf(db, { headers, ip: request.socket.remoteAddress ?? "" });
    if (!bearer) return 401;
    if (!scopesFor("read").some((scope) => bearer.scopes.includes(scope))) return 403;
    const isReadOnly = !scopesFor("write").some((scope) => bearer.scopes.includes(scope));
    const program = await accounts.asProgram(bearer.userId, bearer.tokenId);
    return program
      ? { userId: bearer.userId, sessionId: bearer.tokenId, name: program.name, isProgram: true, isReadOnly }
      : 401;
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
    const [programs, pages] = [true, false].map((wanted) =>
      asked.flatMap(([, connected]) => (connected.isProgram === wanted ? [connected] : [])),
    );
    const ids = new Set(pages!.map(({ sessionId }) => sessionId));
    const alive = await this.services.accounts.findAlive([...ids]);
    for (const [userId, of] of Map.groupBy(programs!, (program) => program.userId))
      for (const id of await aliveTokens(this.services.db, userId, [
        ...new Set(of.map((each) => each.sessionId)),
      ]))
        alive.add(id);
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
