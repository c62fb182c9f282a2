import type { IncomingMessage } from "node:http";
import { EgressError } from "./egress-error.ts";
import type { Limits } from "./limits.ts";

/** The bytes of an answer as they are asked for, as they come over the wire. Cancelling it closes the connection. */
export function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  limits: Limits,
): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let size = 0;
  const next = async () => {
    // Whoever reads slowly does not make the other side silent.
    limits.awaitPeer();
    const { done, value } = await chunks.next();
    limits.resume();
    limits.signal.throwIfAborted();
    size += value?.length ?? 0;
    if (size > maxBytes)
      throw new EgressError("too-large", `The answer is larger than the ${maxBytes} bytes allowed.`);
    return done ? undefined : value;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next();
          if (chunk) return controller.enqueue(chunk);
          limits.release();
          controller.close();
        } catch (error) {
          throw endOf(error, limits);
        }
      },
      cancel: (reason) =>
        limits.stop(new EgressError("cancelled", "The answer was no longer wanted.", { cause: reason })),
    },
    // Nothing is read ahead of who asks.
    { highWaterMark: 0 },
  );
}

function endOf(error: unknown, limits: Limits): EgressError {
  const end =
    error instanceof EgressError
      ? error
      : new EgressError("interrupted", "The answer broke off before its end.", { cause: error });
  limits.stop(end);
  // What ended it first: the connection breaks off because of that.
  return limits.signal.reason as EgressError;
}
