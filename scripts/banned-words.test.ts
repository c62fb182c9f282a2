import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBannedWords } from "./banned-words.ts";

test("a banned turn is found with its line and the better word, in the app, on public pages and in mails", () => {
  const tree = mkdtempSync(join(tmpdir(), "words-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  const files = {
    "src/web/features/trash/planted.ts": `// gone for ever\nconst dialog = "colour-themes";\nconst title = t("Deleted for ever");\n`,
    "src/web/site/planted.tsx": "const page = (\n  <p>\n    Ask whoever runs it.\n  </p>\n);\n",
    "src/server/planted.ts": 'log.warn("whoever asks");\nsend({ subject: "Your e-mail address" });\n',
  };
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), code);
  }
  expect(findBannedWords(tree)).toEqual([
    'src/server/planted.ts:2: "e-mail" in "Your e-mail address"; better: email',
    'src/web/features/trash/planted.ts:3: "for ever" in "Deleted for ever"; better: forever, permanently',
    'src/web/site/planted.tsx:3: "whoever" in "Ask whoever runs it."; better: anyone who, the administrator',
  ]);
});
