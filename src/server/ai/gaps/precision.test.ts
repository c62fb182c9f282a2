import { afterAll, beforeAll, expect, test } from "vitest";
import { documentNames, documentQuestions, noteDocuments } from "#testing/markdown-corpus/documentation.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { isInVain } from "./in-vain.ts";

const IS_DEEP = process.env["CAIRN_DEEP"] === "1";
/** Without it: a part of the documents, with the questions about them. */
const EACH = IS_DEEP ? 1 : 6;

const documents = documentNames().filter((_, index) => index % EACH === 0);
/** Every second one is there; what is asked about the others nothing answers. */
const present = documents.filter((_, index) => index % 2 === 0);
const questions = documentQuestions().filter(({ document }) => documents.includes(document));

let app: TestApp;
let reader: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  reader = await app.aUser("Reader");
  await noteDocuments(app, reader, present);
}, 3_600_000);
afterAll(() => app.close());

/** As it is asked in Chat, and by what is typed into a field of search: its first telling words. */
const asked = questions.flatMap(({ kind, document, text }) => {
  const isMissing = !present.includes(document);
  const words = tellingWords(text).slice(0, 3).join(" ");
  return [
    { kind, place: "chat" as const, question: text, isMissing },
    { kind, place: "search" as const, question: words, isMissing },
  ];
});

type Told = (typeof asked)[number] & { isTold: boolean };

/** Of those that are said to find nothing, how many nothing answers; and how many of these are told. */
function shares(of: Told[]) {
  const told = of.filter(({ isTold }) => isTold);
  const missing = of.filter(({ isMissing }) => isMissing);
  const right = told.filter(({ isMissing }) => isMissing);
  return {
    questions: of.length,
    told: told.length,
    precision: right.length / Math.max(1, told.length),
    found: right.length / Math.max(1, missing.length),
  };
}

test(
  "of the questions about documentation that are said to find nothing, most are about what no note has",
  async () => {
    const told: Told[] = [];
    for (const one of asked) told.push({ ...one, isTold: await isInVain(app.services, reader.userId, one) });
    const table = Object.fromEntries(
      (["chat", "search"] as const).flatMap((place) =>
        (["W", "P"] as const).map((kind) => [
          `${place} ${kind}`,
          shares(told.filter((one) => one.place === place && one.kind === kind)),
        ]),
      ),
    );
    // eslint-disable-next-line no-console -- the table is what the deep form is run for
    if (IS_DEEP) console.table(table);
    expect(table["chat W"]!.precision).toBeGreaterThanOrEqual(0.9);
    expect(table["search W"]!.precision).toBeGreaterThanOrEqual(0.8);
    expect(shares(told.filter(({ place }) => place === "chat")).precision).toBeGreaterThanOrEqual(0.6);
  },
  IS_DEEP ? 600_000 : 120_000,
);
