import { expect, test } from "vitest";
import { runNode } from "./run-tool.ts";

test("what runs longer than its limit is ended, counts as failed, and keeps what it printed", async () => {
  const outcome = await runNode(["-e", "console.log('begun'); setInterval(() => {}, 1000)"], {
    limit: 6_000,
  });
  expect(outcome).toMatchObject({ code: 1, output: "begun\n" });
});

test("what ends in time is not touched by the limit", async () => {
  expect(await runNode(["-e", "console.log('done')"], { limit: 60_000 })).toMatchObject({
    code: 0,
    output: "done\n",
  });
});
