import katex from "katex";
import { withoutTitle } from "#document/title-once.ts";
import { type PublicBody, toPublicBody } from "#document/html/public-html.ts";
import { bodyOf, type PublishTask } from "./body-tasks.ts";

/** A formula longer than this is no formula, and drawing it would hold up the page. */
const FORMULA_MAX = 10_000;

/** Runs in a worker: what a note says may take as long to draw as its writer wants. */
export function publishBody({ parts, path, origin, title, notes }: PublishTask): PublicBody {
  return toPublicBody(withoutTitle(bodyOf(parts), title), {
    path,
    origin,
    notes: notes.map((note) => ({ ...note, body: note.parts && bodyOf(note.parts) })),
    formula,
  });
}

/** MathML alone: it needs neither styles nor fonts of ours, and every browser shows it. */
function formula(source: string, isBlock: boolean): string | null {
  if (source.length > FORMULA_MAX) return null;
  try {
    const html = katex.renderToString(source, {
      output: "mathml",
      displayMode: isBlock,
      throwOnError: true,
      strict: "ignore",
      // No links, no pictures, no classes or ids from a formula.
      trust: false,
      maxSize: 50,
      maxExpand: 300,
    });
    // Its source would tell the remarks in it, and the page's policy forbids styles in attributes, which are borders at most.
    return html.replaceAll(/<annotation[^>]*>[^<]*<\/annotation>/g, "").replaceAll(/ style="[^"]*"/g, "");
  } catch {
    return null;
  }
}
