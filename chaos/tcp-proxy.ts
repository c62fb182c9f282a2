import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** How the line is; every field may be left out. */
export type Weather = {
  /** One way. */
  latencyMs?: number;
  /** Of segments: each loss holds up everything behind it until it was sent again. */
  loss?: number;
  /** Chance that a segment finds the connection cut. */
  cuts?: number;
  bytesPerSecond?: number;
  /** Connections are accepted and everything is swallowed, without a word to either side. */
  isHalfOpen?: boolean;
};

export type TcpProxy = {
  port: number;
  /** Also for the connections that are open. */
  setWeather: (weather: Weather) => void;
  close: () => Promise<void>;
};

const SEGMENT_BYTES = 1_460;
/** TCP's first retransmission, on top of the way there and back. */
const RETRANSMIT_MS = 200;

/** A line between browsers and a server that a trial can make bad. */
export async function startTcpProxy(targetPort: () => number, random: () => number): Promise<TcpProxy> {
  let weather: Weather = {};
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    const far = connect(targetPort(), "127.0.0.1");
    keep(far);
    near.setNoDelay(true);
    far.setNoDelay(true);
    const isSwallowed = { now: weather.isHalfOpen === true };
    carry(near, far, () => weather, isSwallowed, random);
    carry(far, near, () => weather, isSwallowed, random);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setWeather: (next) => (weather = next),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One direction of a connection: segments in order, each with its own fate. */
function carry(
  from: Socket,
  to: Socket,
  weather: () => Weather,
  isSwallowed: { now: boolean },
  random: () => number,
): void {
  /** Nothing is delivered before what came earlier. */
  let freeAt = 0;
  const deliver = (segment: Buffer) => {
    if (!isSwallowed.now && !to.destroyed) to.write(segment);
  };
  from.on("data", (data: Buffer) => {
    const { latencyMs = 0, loss = 0, cuts = 0, bytesPerSecond = Infinity, isHalfOpen = false } = weather();
    // A line that went dead once stays dead: whoever remembered it has forgotten it.
    if (isHalfOpen) isSwallowed.now = true;
    for (let at = 0; at < data.length; at += SEGMENT_BYTES) {
      const segment = data.subarray(at, at + SEGMENT_BYTES);
      if (random() < cuts) {
        from.destroy();
        to.destroy();
        return;
      }
      const held = random() < loss ? RETRANSMIT_MS + 2 * latencyMs : 0;
      const now = performance.now();
      freeAt = Math.max(freeAt + (segment.length / bytesPerSecond) * 1_000, now + latencyMs) + held;
      if (freeAt <= now) deliver(segment);
      else setTimeout(() => deliver(segment), freeAt - now);
    }
    // What is on its way is bounded, as a real line's window is.
    const ahead = freeAt - performance.now() - latencyMs;
    if (ahead > 500) {
      from.pause();
      setTimeout(() => from.resume(), ahead - 250);
    }
  });
  from.on("end", () => setTimeout(() => to.end(), Math.max(0, freeAt - performance.now())));
  from.on("close", () => {
    if (!isSwallowed.now) setTimeout(() => to.destroy(), Math.max(0, freeAt - performance.now()) + 50);
  });
}
