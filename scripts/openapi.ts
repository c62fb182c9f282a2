import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeApi } from "../src/server/openapi.ts";
import { root } from "./run-tool.ts";

/** Writes openapi.json from the contract; with --check it only says whether the committed file is the same. */
const path = join(root, "openapi.json");
const wanted = `${JSON.stringify(await describeApi(), null, 2)}\n`;
const present = await readFile(path, "utf8").catch(() => "");
if (!process.argv.includes("--check")) {
  await writeFile(path, wanted);
} else if (wanted !== present) {
  process.stderr.write(
    "openapi.json is not what the contract says. Run `npm run openapi` and commit the change.\n",
  );
  process.exitCode = 1;
}
