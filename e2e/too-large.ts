import { truncate, writeFile } from "node:fs/promises";
import { test } from "@playwright/test";

/** A file that is larger than a picture may be, given by its path: bytes Playwright writes into the page letter by letter, 20 seconds on a slow machine. */
export async function tooLargePicture(name: string): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, "");
  await truncate(path, 10 * 1024 * 1024 + 1);
  return path;
}
