import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The left column of the table "Names" in docs/glossary.md. */
export function forbiddenNames(glossary: string): string[] {
  const [, table = ""] = glossary.split("\n## Names\n");
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

/** Migrations say what the tables were called at their time, tests of the scripts what is refused. */
const WHERE = [
  "{src,e2e,chaos,bench}/**/*.{ts,tsx}",
  "scripts/!(*.test).ts",
  "src/server/db/functions/*.sql",
];

/** Where the code uses a name that the glossary refuses. */
export function findForbiddenNames(repository: string): string[] {
  const names = forbiddenNames(readFileSync(join(repository, "docs/glossary.md"), "utf8"));
  const forbidden = new RegExp(String.raw`(?<![\w$-])(?:${names.join("|")})(?![\w$-])`);
  return globSync(WHERE, { cwd: repository }).flatMap((file) =>
    readFileSync(join(repository, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const [name] = forbidden.exec(line) ?? [];
        return name ? [`${file}:${index + 1}: ${name}, see "Names" in docs/glossary.md`] : [];
      }),
  );
}
