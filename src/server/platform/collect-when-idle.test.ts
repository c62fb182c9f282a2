import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const COLLECTOR = fileURLToPath(new URL("./collect-when-idle.ts", import.meta.url));

/** Long enough that a busy machine gives the process some time in each: who gets none looks idle. */
const EVERY_MS = 500;

/**
 * A process that makes 64 MB, lets go of them and does some work: how often it collected, and what it holds more than before, in MB.
 * Arrays, not buffers: those are freed beside, and counted as used until V8 looks again.
 */
function after(work: string): { times: number; held: number } {
  const program = `
    import { setTimeout } from "node:timers/promises";
    import { collectWhenIdle } from ${JSON.stringify(COLLECTOR)};
    const used = () => process.memoryUsage().heapUsed / 1024 / 1024;
    const make = () => Array.from({ length: 64 }, (_, at) => Array(1024 * 128).fill(at + 0.5)).length;
    gc();
    const before = used();
    let times = 0;
    collectWhenIdle(() => { times += 1; gc(); }, ${EVERY_MS});
    await setTimeout(10);
    make();
    ${work}
    console.log(JSON.stringify({ times, held: used() - before }));
  `;
  // V8 shall not be faster: with room enough and without its own timer it collects nothing by itself.
  const v8 = ["--expose-gc", "--initial-old-space-size=512", "--no-memory-reducer"];
  const node = [...v8, "--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, node, { encoding: "utf8" }));
}

test("what is no longer used is collected once when nothing is to be done", () => {
  const { times, held } = after("await setTimeout(2_000);");
  expect(times).toBe(1);
  expect(held).toBeLessThan(8);
});

test("nothing is collected while there is work", () => {
  const busy = `for (const end = Date.now() + 1_600; Date.now() < end; await setTimeout(1)) {
    for (const rest = Date.now() + 20; Date.now() < rest;);
  }`;
  expect(after(busy).times).toBe(0);
});
