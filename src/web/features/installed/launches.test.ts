import { expect, test } from "vitest";
import { openFiles } from "./launches.ts";

test("texts become notes in the order they were given; other files are left alone", async () => {
  const taken: string[] = [];
  const handle = (name: string, text: string) => ({ getFile: async () => new File([text], name) });
  await openFiles(
    [
      handle("a.md", "# One"),
      handle("photo.png", "no"),
      handle("B.TXT", "two"),
      handle("c.markdown", "three"),
    ],
    async (file) => taken.push(`${file.name}: ${await file.text()}`),
  );
  expect(taken).toEqual(["a.md: # One", "B.TXT: two", "c.markdown: three"]);
});
