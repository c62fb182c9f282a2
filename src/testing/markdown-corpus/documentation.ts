import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SignedInVisitor, TestApp } from "../test-app.ts";

/** The documentation of installed packages, and questions that were written before anything was tuned on them (decision 119). */
const ROOT = new URL("../../..", import.meta.url).pathname;
const FOLDER = join(ROOT, "bench/recall");

/** W asks in words of the text, P in others; `phrase` is what answers it. */
export type DocumentQuestion = { kind: "W" | "P"; document: string; phrase: string; text: string };

const lines = (name: string) => readFileSync(join(FOLDER, name), "utf8").trim().split("\n");

const readmeOf = (title: string): string | undefined =>
  ["README.md", "readme.md", "Readme.md"]
    .map((name) => join(ROOT, "node_modules", title, name))
    .find((name) => existsSync(name));

/** Names of packages; some are installed on some machines alone. */
export const documentNames = (): string[] =>
  lines("documents.txt").filter((title) => readmeOf(title) !== undefined);

export const documentQuestions = (): DocumentQuestion[] =>
  lines("questions.tsv")
    .map((line) => line.split("\t") as ["W" | "P", string, string, string])
    .map(([kind, document, phrase, text]) => ({ kind, document, phrase, text }));

/** Makes a note of each of these READMEs, which can be found by its text when it is done. */
export async function noteDocuments(
  { services }: TestApp,
  reader: SignedInVisitor,
  documents: string[],
): Promise<void> {
  for (const title of documents) {
    const text = readFileSync(readmeOf(title)!, "utf8");
    const { id } = await reader.client.notes.create({ title, body: { format: "markdown", text } });
    await services.collab.derivation.deriveDue(id, reader.userId);
  }
}
