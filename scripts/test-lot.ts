import { globSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { randomFrom } from "#testing/random.ts";

/**
 * Journeys of every run: that no word is lost, that nobody sees what isn't theirs, and that the app can be entered, found one's way in
 * and written in. Of the others each second file runs, by lot (decision 178).
 */
export const ALWAYS = [
  ...["composition", "history", "last-words", "meanwhile", "no-room", "offline", "trash", "typing-together"],
  ...["undo", "update", "versions"],
  ...["invitations", "lost-access", "origins", "public", "second-factor", "sessions", "shared-projects"],
  ...["sharing", "strangers", "xss"],
  ...["kept-browsers", "notes", "routes", "writing"],
].map((topic) => `${topic}.spec.ts`);

/**
 * Folders of the server whose tests take half of its time and are drawn too. Drawn is what starts a server, and not what shows that
 * nothing is lost when one is killed, or that a hostile hand gets nothing.
 */
export const DRAWN = [
  ...[
    "ai",
    "apm",
    "attachments",
    "caldav",
    "calendar",
    "changesets",
    "contradictions",
    "drive",
    "import",
    "insights",
  ],
  ...["metrics", "projects", "promises", "reminders", "retrieval", "seo", "weather", "web-links"],
];
const NOT_DRAWN = /abuse|fences|guests|hostile|injected|injections|kill|leak/;
const STARTS = /beforeAll\(|App\(/;

type TestFile = { name: string; size: number };

/** Files of `e2e/` that `npm test` leaves to another run. */
export function journeysLeftOut(repository: string, seed: number): string[] {
  const files = filesOf(repository, "e2e/*.spec.ts").map(({ name, size }) => ({
    name: basename(name),
    size,
  }));
  return leaveOut(
    files.filter(({ name }) => !ALWAYS.includes(name)),
    seed,
  );
}

/** Files of the server's tests that `npm test` leaves to another run, as paths in the repository. */
export function serverTestsLeftOut(repository: string, seed: number): string[] {
  return leaveOut(drawnServerTests(repository), seed);
}

export function drawnServerTests(repository: string): TestFile[] {
  return filesOf(repository, `src/server/{${DRAWN.join(",")}}/**/*.test.ts`).filter(
    ({ name }) =>
      !NOT_DRAWN.test(basename(name)) && STARTS.test(readFileSync(join(repository, name), "utf8")),
  );
}

const filesOf = (repository: string, pattern: string): TestFile[] =>
  globSync(pattern, { cwd: repository }).map((name) => ({
    name,
    size: statSync(join(repository, name)).size,
  }));

/** Of each two files of about one length one, so that every lot takes about as long. */
export function leaveOut(files: readonly TestFile[], seed: number): string[] {
  const random = randomFrom(seed);
  const bySize = files.toSorted((one, other) => one.size - other.size || (one.name < other.name ? -1 : 1));
  const left: string[] = [];
  for (let at = 0; at + 1 < bySize.length; at += 2) left.push(bySize[random() < 0.5 ? at : at + 1]!.name);
  return left.sort();
}
