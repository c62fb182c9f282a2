import { expect, test } from "vitest";
import { createFrames } from "./frames.ts";
import { createInFlight } from "../platform/in-flight.ts";

const HEADER = 8;

test("what is counted of a frame that is still arriving stays counted while others are dealt with", async () => {
  const inFlight = createInFlight();
  const dealt = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const frames = createFrames(inFlight, "ann", () => dealt[asked++]!.promise);
  frames.received(1_000 + HEADER);
  frames.ended(1_000);
  frames.handedOver();
  // Half of a long one, and another small one that is handed over while the first is dealt with.
  frames.received(3_000_000);
  frames.received(500 + HEADER);
  frames.ended(500);
  frames.handedOver();
  dealt[0]!.resolve();
  await expect.poll(() => asked).toBe(2);
  expect(inFlight.bytes).toBe(3_000_000 + 500 + HEADER);
  dealt[1]!.resolve();
  await expect.poll(() => inFlight.bytes).toBe(3_000_000);
  frames.closed();
  expect(inFlight.bytes).toBe(0);
});
