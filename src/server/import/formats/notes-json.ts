import { posix } from "node:path";
import { z } from "zod";
import { readDate } from "#document/markdown/front-matter.ts";
import { openMarkdown } from "#document/markdown/parse.ts";
import { DOCUMENT_MAX_BYTES } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";
import { type Stage, STAGED } from "../reading/stage.ts";
import { htmlNote } from "./html-file.ts";
import { readText } from "./read-text.ts";

const Exported = z.object({
  total_notes: z.number(),
  notes: z.array(
    z.object({
      title: z.string().default(""),
      content: z.string().default(""),
      markdown: z.string().optional(),
      category: z.string().default("general"),
      tags: z.array(z.string()).default([]),
      isFavorite: z.boolean().default(false),
      createdAt: z.string().default(""),
      updatedAt: z.string().default(""),
    }),
  ),
});

/** The specification's own export, `notes-export-{day}.json`. @throws Refused */
export async function readNotesJson(file: string, path: string, stage: Stage): Promise<void> {
  const found = Exported.safeParse(parse(await readText(file, DOCUMENT_MAX_BYTES)));
  if (!found.success) throw new Refused("no export of notes: it lacks total_notes or notes");
  for (const note of found.data.notes) {
    const target = await stage.freeName(posix.dirname(path), note.title, STAGED);
    const read =
      note.markdown !== undefined
        ? { doc: openMarkdown(note.markdown).finish().doc, warnings: [] }
        : htmlNote(note.content, stage, posix.dirname(path));
    await stage.writeNote(target, {
      title: note.title,
      tags: note.tags,
      created: readDate(note.createdAt),
      updated: readDate(note.updatedAt),
      isFavorite: note.isFavorite,
      category: note.category,
      doc: read.doc,
      warnings: read.warnings,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused("damaged, or no JSON");
  }
}
