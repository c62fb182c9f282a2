import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import type { JSONContent } from "@tiptap/core";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { seedUpdate } from "#document/yjs.ts";
import { NOTE_TITLE_MAX } from "#contract/notes.ts";
import { readMarkdown, UnreadableFile } from "./read-markdown.ts";

const TAGS_MAX = 100;
const TAG_MAX = 100;

/** A file as a note, ready to be stored. */
export type ParsedFile = {
  title: string;
  tags: string[];
  seed: Uint8Array;
  /** How often each construct was kept as source. */
  kept: Record<string, number>;
};
export type Answer = { parsed: ParsedFile } | { unreadable: string } | { error: string };

parentPort?.on("message", (path: string) => {
  void answer(path).then((read) => parentPort?.postMessage(read));
});

async function answer(path: string): Promise<Answer> {
  try {
    const { title, tags, doc, notes } = parseMarkdown(await readMarkdown(path));
    const kept: Record<string, number> = {};
    for (const { kind } of notes) kept[kind] = (kept[kind] ?? 0) + 1;
    const named = title?.trim() || firstHeading(doc) || basename(path).replace(/\.[^.]+$/, "");
    return {
      parsed: {
        title: cut(named, NOTE_TITLE_MAX),
        tags: tags.slice(0, TAGS_MAX).map((tag) => cut(tag, TAG_MAX)),
        seed: seedUpdate(doc),
        kept,
      },
    };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const cut = (text: string, max: number) => text.replace(/\s+/g, " ").trim().slice(0, max).toWellFormed();

function firstHeading(doc: JSONContent): string {
  const heading = doc.content?.find((block) => block.type === "heading" && block.attrs?.level === 1);
  return (heading?.content ?? [])
    .map((node) => node.text ?? "")
    .join("")
    .trim();
}
