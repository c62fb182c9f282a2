import { cp, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compare } from "#testing/markdown-corpus/compare.ts";
import { corpusFiles, readCorpusFile } from "#testing/markdown-corpus/files.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { formatReport } from "../cli/format-report.ts";
import { importFolder } from "../cli/import-folder.ts";
import type { FileReport } from "./report.ts";

/** The whole way: files on the disk, through the import and the database, and out again by the API. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const SAMPLE = 20;
const SAMPLE_MAX_CHARS = 40_000;

let app: TestApp;
let ann: SignedInVisitor;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
  folder = await mkdtemp(join(tmpdir(), "cairn-corpus-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

function chosen(): string[] {
  const texts = corpusFiles().map(readCorpusFile);
  if (isDeep) return texts;
  const random = randomFrom(seed);
  const short = texts.filter((text) => text.length <= SAMPLE_MAX_CHARS);
  return Array.from({ length: SAMPLE }, () => short[Math.floor(random() * short.length)] ?? "");
}

test("what comes out of the API says what the files said", { timeout: 1_800_000 }, async () => {
  process.stdout.write(`import corpus: CAIRN_SEED=${seed}\n`);
  const texts = chosen();
  // A folder each and names of our own: links between them would rightly become others.
  for (const [index, text] of texts.entries()) {
    await mkdir(join(folder, `${index}`));
    await writeFile(join(folder, `${index}`, "x.md"), text);
  }
  const sources = new Map<string, string>();
  const onFile = (file: FileReport) => {
    expect(file.outcome, JSON.stringify(file)).toBe("made");
    if (file.outcome === "made") sources.set(file.noteId, texts[Number(file.path.split("/")[0])] ?? "");
  };
  const startedAt = performance.now();
  const report = await importFolder(app.services, ann.userId, folder, { onFile });
  process.stdout.write(`${formatReport(report, (performance.now() - startedAt) / 1000)}\n`);
  expect(report).toMatchObject({ files: texts.length, notes: texts.length, links: 0, leftOut: 0 });
  for (const [noteId, source] of sources) {
    const { text } = await ann.client.notes.body({ noteId });
    expect(compare(source, text).difference, source.slice(0, 100)).toEqual([]);
  }
});

const KEPT = /\.(?:md|markdown|png|jpe?g|gif|webp)$/i;

test.runIf(isDeep)(
  "every link between the files of a large tree leads to a note or file that is there",
  { timeout: 1_800_000 },
  async () => {
    const bob = await app.aUser("Bob");
    const tree = join(folder, "tree");
    await cp("node_modules", tree, {
      recursive: true,
      filter: async (path) => KEPT.test(path) || (await stat(path)).isDirectory(),
    });
    let problems = 0;
    const onFile = (file: FileReport) => {
      if (file.outcome === "made") problems += file.problems.length;
    };
    const startedAt = performance.now();
    const report = await importFolder(app.services, bob.userId, tree, { onFile });
    process.stdout.write(`${formatReport(report, (performance.now() - startedAt) / 1000)}\n`);
    expect(report.leftOut).toBe(0);
    expect(report.links).toBeGreaterThan(100);
    expect(problems).toBe(Object.values(report.problems).reduce((sum, number) => sum + number, 0));
    const astray = await app.database.asSuperuser(
      `SELECT l.kind, l.target FROM note_links l WHERE l.user_id = $1 AND (
       (l.kind = 'note' AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id::text = l.target AND n.user_id = $1))
       OR (l.kind = 'file' AND NOT EXISTS (SELECT FROM files f WHERE '/files/' || f.id = l.target AND f.user_id = $1)))`,
      [bob.userId],
    );
    expect(astray).toEqual([]);
    const again = await importFolder(app.services, bob.userId, tree);
    expect(again).toMatchObject({ notes: 0, present: report.notes });
  },
);
