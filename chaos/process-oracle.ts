/** One thing that a writer changes, and what may be found of it after an accident. */
export class Promised<Value> {
  /** What was acknowledged last, then what was tried since without an answer: each of them may be found. */
  private possible: Value[];

  constructor(first?: { value: Value }) {
    this.possible = first ? [first.value] : [];
  }

  attempt(value: Value): void {
    this.possible.push(value);
  }

  /** The newest attempt was answered with a success: nothing older may come back. */
  acknowledge(): void {
    this.possible = this.possible.slice(-1);
  }

  /** True when this is the acknowledged value or a later attempt; from then on it is what must stay. */
  confirms(found: Value): boolean {
    const isAllowed = this.possible.some((value) => isSame(value, found));
    if (isAllowed) this.possible = [found];
    return isAllowed;
  }

  toString(): string {
    return this.possible.map((value) => JSON.stringify(value)).join(" or ");
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What comparing everything promised with everything found has shown. */
export type Verdict = { checked: number; lost: string[]; doubled: string[] };

export const addVerdicts = (verdicts: Verdict[]): Verdict => ({
  checked: verdicts.reduce((sum, { checked }) => sum + checked, 0),
  lost: verdicts.flatMap(({ lost }) => lost),
  doubled: verdicts.flatMap(({ doubled }) => doubled),
});

/** Tokens of one note, compared as whole words, each of which must be there once. */
export function compareTokens(where: string, text: string, acknowledged: string[], typed: string[]): Verdict {
  const found = new Map<string, number>();
  for (const word of text.split(/\s+/)) found.set(word, (found.get(word) ?? 0) + 1);
  return {
    checked: acknowledged.length,
    lost: acknowledged.filter((token) => !found.has(token)).map((token) => `${token} of ${where}`),
    doubled: [...acknowledged, ...typed]
      .filter((token) => (found.get(token) ?? 0) > 1)
      .map((token) => `${token} of ${where}`),
  };
}

/** As many at once as a machine of two cores likes. */
export async function inParallel<Item, Result>(
  items: Item[],
  width: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = items.entries();
  const results: Result[] = [];
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
