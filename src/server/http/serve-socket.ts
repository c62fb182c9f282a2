import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Services } from "../base.ts";
import { isPageFrame } from "../collab/sync-server/page-frames.ts";
import type { SocketContext } from "../collab/sync-server/socket-context.ts";
import type { InFlight } from "../platform/in-flight.ts";
import { createFrames } from "./frames.ts";

/** What one socket may have waiting for the database before no more is read from it. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;
/** Of a frame in memory, beside its bytes. */
const FRAME_COST = 500;

type Frames = ReturnType<typeof createFrames>;

/** Hands what a socket says to the sync server, as fast as it is dealt with. */
export function serveSocket(
  { collab, inFlight }: { collab: Services["collab"]; inFlight: InFlight },
  webSocket: WebSocket,
  line: Duplex,
  session: Pick<SocketContext, "userId" | "sessionId" | "name" | "isReadOnly">,
): void {
  const context: SocketContext = { ...session, connections: new Set() };
  const request = new Request("http://localhost/sync");
  const client = collab.hocuspocus.handleConnection(webSocket, request, context);
  const settled = () => collab.settled(context);
  webSocket.binaryType = "nodebuffer";
  const frames = createFrames(inFlight, session.userId, settled);
  // Before the listener that makes frames of them.
  line.prependListener("data", (chunk: Buffer) => {
    if (!frames.received(chunk.length)) webSocket.terminate();
  });
  hearMessages(webSocket, frames, { settled, handOver: (message) => client.handleMessage(message) });
  webSocket.on("ping", (data: Buffer) => {
    frames.ended(data.length);
    frames.handedOver();
  });
  webSocket.on("pong", (data: Buffer) => {
    frames.ended(data.length);
    frames.handedOver();
    client.lastMessageReceivedAt = Date.now();
  });
  webSocket.on("error", () => webSocket.terminate());
  webSocket.on("close", (code, reason) => {
    frames.closed();
    client.handleClose({ code, reason: reason.toString() });
  });
}

function hearMessages(
  webSocket: WebSocket,
  frames: Frames,
  server: { handOver: (message: Uint8Array) => void; settled: () => Promise<void> },
): void {
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
      server.handOver(message);
      frames.handedOver();
    }
    handedOver += frame.length + FRAME_COST;
    if (handedOver < READ_AHEAD_BYTES) return;
    handedOver = 0;
    webSocket.pause();
    void server.settled().finally(() => webSocket.resume());
  });
}

/** Null while more of the message is to come. */
function joined(frames: Frames, frame: Uint8Array): Uint8Array | null | "nothing of ours" {
  try {
    const message = frames.join(frame);
    return message && message !== frame && !isPageFrame(message) ? "nothing of ours" : message;
  } catch {
    return "nothing of ours";
  }
}
