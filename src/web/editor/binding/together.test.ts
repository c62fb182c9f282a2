import { expect, it } from "vitest";
import { seed as runSeed } from "#testing/run-seed.ts";
import { PLACES, trial } from "#testing/writing/writing-together.ts";

const ANYTHING = ["breakLine", "join", "turn", "turnAndLift", "move", "bold"];
const TRIALS = process.env["CAIRN_DEEP"] === "1" ? 2_000 : 30;

for (const [name, disturbances] of Object.entries({
  "nothing else happens": [],
  "lines are broken": ["breakLine"],
  "lines are joined": ["join"],
  "blocks are moved": ["move"],
  "blocks become others": ["turn"],
  "letters become bold": ["bold"],
  "all of it happens": ANYTHING,
}))
  it(`two to four people write at once, each sentence is whole, while ${name}`, () => {
    expect(failedOf((seed) => trial(seed, disturbances))).toEqual([]);
  });

for (const place of Object.keys(PLACES))
  it(`people write at once in ${place}, each sentence is whole, whatever happens to it meanwhile`, () => {
    expect(failedOf((seed) => trial(seed, seed % 3 === 0 ? [] : ANYTHING, { place }), TRIALS / 5)).toEqual(
      [],
    );
  });

// What is not solved (decision 44): two people who break, join, move or turn the very block in which others write, all within one round trip: 6 of 1 000.
it("two such changes of one text at once displace a word in few of the trials", () => {
  // A line that is broken within a sentence, and then moved, moves half of the sentence, as was asked for.
  const kinds = [...ANYTHING.slice(1), "breakBesideWord"];
  const failed = failedOf((seed) => trial(seed, kinds, { times: 2 }));
  expect(failed.length / TRIALS, failed.slice(0, 3).join("\n")).toBeLessThan(0.06);
});

function failedOf(run: (seed: number) => string[], trials = TRIALS): string[] {
  return Array.from({ length: trials }, (_, number) => runSeed + number).flatMap((seed) => {
    const found = run(seed);
    return found.length > 0 ? [`seed ${seed}: ${found[0]}`] : [];
  });
}
