/** One promise of Cairn, tried by seeded accidents; a line of the table that `npm run chaos` prints. */
export type Trial = {
  name: string;
  /** What is shown to hold, in one line. */
  promise: string;
  /** What is counted: "schedules", "kills". */
  unit: string;
  /** How many make the full form. */
  full: number;
  /** How many `npm test` runs. */
  sample: number;
  run: (context: TrialContext) => Promise<TrialOutcome>;
};

export type TrialContext = {
  amount: number;
  /**
   * Of the first accident; the next ones take the numbers that follow, so that `--seed N --amount 1` repeats any of them
   * exactly.
   */
  seed: number;
  /** Numbers from the seed, for what is not one accident's own. */
  random: () => number;
  log: (line: string) => void;
  /** Scratch of its own, removed afterwards. */
  folder: string;
};

export type TrialOutcome = {
  done: number;
  /** Acknowledged or typed things that are nowhere any more. */
  lost: number;
  doubled?: number;
  /** What else the table shows. */
  figures: Record<string, string | number>;
  /** One line each, beginning with `seed N: ` where one accident can be repeated; empty when the promise held. */
  failures: string[];
};

/** True when everything asked for was done and nothing went wrong. */
export function hasHeld(outcome: TrialOutcome, amount: number): boolean {
  return (
    outcome.failures.length === 0 &&
    outcome.lost === 0 &&
    (outcome.doubled ?? 0) === 0 &&
    outcome.done >= amount
  );
}
