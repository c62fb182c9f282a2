import { globSync, statSync } from "node:fs";
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

/** Files of `e2e/` that `npm test` leaves to another run. */
export function journeysLeftOut(repository: string, seed: number): string[] {
  const files = globSync("e2e/*.spec.ts", { cwd: repository }).map((path) => ({
    name: basename(path),
    size: statSync(join(repository, path)).size,
  }));
  return leaveOut(files, seed);
}

/** Of each two files of about one length one, so that every lot takes about as long. */
export function leaveOut(files: readonly { name: string; size: number }[], seed: number): string[] {
  const random = randomFrom(seed);
  const bySize = files
    .filter(({ name }) => !ALWAYS.includes(name))
    .sort((one, other) => one.size - other.size || (one.name < other.name ? -1 : 1));
  const left: string[] = [];
  for (let at = 0; at + 1 < bySize.length; at += 2) left.push(bySize[random() < 0.5 ? at : at + 1]!.name);
  return left.sort();
}
