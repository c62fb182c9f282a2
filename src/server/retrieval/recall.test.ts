import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DocumentQuestion,
  documentNames,
  documentQuestions,
  noteDocuments,
} from "#testing/markdown-corpus/documentation.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { indexDue } from "../ai/meaning/index-account.ts";
import { nearQuestion } from "../ai/meaning/near-question.ts";
import { retrieve } from "./retrieve.ts";

const IS_DEEP = process.env.CAIRN_DEEP === "1";
/** Without it: a part of the documents, with the questions about them. */
const EACH = IS_DEEP ? 1 : 8;
const LIMIT = 10;
/** The address of a server of models and a model for embeddings, to measure what they add: "http://127.0.0.1:11434/v1 nomic-embed-text". */
const [PROVIDER, MODEL] = process.env.RECALL_EMBEDDINGS?.split(" ") ?? [];

type Outcome = DocumentQuestion & { found: string[]; passages: string[] };

const documents = documentNames().filter((_, index) => index % EACH === 0);
const questions = documentQuestions().filter(({ document }) => documents.includes(document));

/** Without signs of Markdown, which a note does not have. */
const plain = (text: string) =>
  text
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase();

let app: TestApp;
let reader: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp(PROVIDER ? { EGRESS_ALLOW: new URL(PROVIDER).host } : {});
  reader = await app.aUser("Reader");
  await noteDocuments(app, reader, documents);
  if (PROVIDER) await readForMeaning(PROVIDER);
}, 3_600_000);
afterAll(() => app.close());

async function readForMeaning(url: string): Promise<void> {
  await reader.client.models.create({ name: "Mine", kind: "openai", url, models: { embeddings: MODEL! } });
  await reader.client.meaning.turnOn();
  const { signal } = new AbortController();
  while (await indexDue(app.services, { quietSeconds: 0, signal }));
  expect((await reader.client.meaning.get()).index).toMatchObject({ due: 0, fault: null });
}

const bySearch = async (query: string, someWords: boolean) =>
  (await reader.client.notes.search({ query, someWords, limit: LIMIT })).hits.map(({ note }) => note.title);

async function byRetrieval(question: DocumentQuestion, withMeaning: boolean): Promise<Outcome> {
  const asked = { reach: "local", limit: 60 } as const;
  const near = withMeaning
    ? nearQuestion(app.services, reader.userId, question.text, asked)
    : Promise.resolve([]);
  const found = await retrieve(app.services, reader.userId, question.text, { ...asked, near });
  const notes = found.flatMap((each) => (each.kind === "note" ? [each] : []));
  return {
    ...question,
    found: [...new Set(notes.map(({ title }) => title))],
    passages: notes.map((note) => `${note.title} ${plain(note.text)}`),
  };
}

const share = (outcomes: Outcome[], isFound: (outcome: Outcome) => boolean) =>
  Math.round((100 * outcomes.filter(isFound).length) / Math.max(1, outcomes.length));

/** Of each kind of question: how many in a hundred have the document, or its passage, among the first. */
function tableOf(outcomes: Outcome[]) {
  const hasNote = (at: number) => (outcome: Outcome) => outcome.found.slice(0, at).includes(outcome.document);
  const hasPassage = (at: number) => (outcome: Outcome) => {
    const phrase = plain(outcome.phrase).trim();
    return outcome.passages
      .slice(0, at)
      .some((passage) => passage.startsWith(`${outcome.document} `) && passage.includes(phrase));
  };
  return Object.fromEntries(
    (["W", "P"] as const).map((kind) => {
      const of = outcomes.filter((outcome) => outcome.kind === kind);
      return [
        kind,
        {
          questions: of.length,
          "note@3": share(of, hasNote(3)),
          "note@10": share(of, hasNote(LIMIT)),
          "passage@3": share(of, hasPassage(3)),
          "passage@10": share(of, hasPassage(LIMIT)),
        },
      ];
    }),
  );
}

test(
  "a question in words of the text finds its passage, and one in other words often its note",
  async () => {
    const all: Outcome[] = [];
    const some: Outcome[] = [];
    const retrieved: Outcome[] = [];
    const meant: Outcome[] = [];
    for (const question of questions) {
      all.push({ ...question, found: await bySearch(question.text, false), passages: [] });
      some.push({ ...question, found: await bySearch(question.text, true), passages: [] });
      retrieved.push(await byRetrieval(question, false));
      if (PROVIDER) meant.push(await byRetrieval(question, true));
    }
    const tables = {
      "all words": tableOf(all),
      "some words": tableOf(some),
      retrieval: tableOf(retrieved),
      "with meaning": tableOf(meant),
    };
    // eslint-disable-next-line no-console -- the table is what the deep form is run for
    if (IS_DEEP || PROVIDER)
      console.table(
        Object.entries(tables).flatMap(([way, table]) =>
          Object.entries(table).map(([kind, row]) => ({ way, kind, ...row })),
        ),
      );
    expect(tables.retrieval.W!["note@10"]).toBeGreaterThanOrEqual(95);
    expect(tables.retrieval.W!["passage@10"]).toBeGreaterThanOrEqual(80);
    expect(tables["some words"].W!["note@10"]).toBeGreaterThanOrEqual(90);
    expect(tables["some words"].W!["note@10"]).toBeGreaterThan(tables["all words"].W!["note@10"]!);
  },
  IS_DEEP ? 600_000 : 120_000,
);
