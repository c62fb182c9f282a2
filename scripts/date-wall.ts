import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-tool.ts";

const HOME = "src/web/lib/dates.ts";
const WRITES_DATES =
  /Intl\.(DateTime|RelativeTime)Format|\.toLocale(Date|Time)String|\bnew Date\([^)]*\)\.toLocaleString/;

/** Where the web app writes a time past the one module that knows the account's choices. */
export function findDateFormats(repository = root): string[] {
  const files = globSync("src/web/**/*.{ts,tsx}", { cwd: repository })
    .filter((file) => file !== HOME && !/\.test\.tsx?$/.test(file))
    .sort();
  return files.flatMap((file) =>
    readFileSync(join(repository, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const [found] = WRITES_DATES.exec(line) ?? [];
        return found ? [`${file}:${index + 1}: ${found}; times and days are written by ${HOME}`] : [];
      }),
  );
}
