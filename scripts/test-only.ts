import { build } from "./build.ts";
import { binOf, runNode } from "./run-tool.ts";

/** `npm run test:only -- PATH ...`: the tests of these files or folders, with whatever options their runner takes. */
const given = process.argv.slice(2);
if (given.some((argument) => argument.startsWith("e2e"))) {
  await build();
  process.exitCode = (await runNode([binOf("@playwright/test"), "test", ...given], { isShown: true })).code;
} else {
  process.exitCode = (await runNode([binOf("vitest"), "run", ...given], { isShown: true })).code;
}
