import type { ProposedRecord } from "#contract/changesets.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { listTags } from "../../../tags/tags.ts";
import { eachNote, isOwn } from "./notes-of.ts";
import { counted } from "../../answers/answer-text.ts";
import type { Recipe, Working } from "./recipe.ts";

/** Of one proposal: somebody is to look through them. */
const MOST_NOTES = 250;

/** Tags that are one word, written in several ways, become the one that most notes have. */
export const tidyTags: Recipe = async (working) => {
  const { services, userId, draft, source, step } = working;
  const tags = await listTags(services.db, userId);
  const groups = alike(tags.map(({ name, noteCount }) => ({ name, count: noteCount })));
  await step(`Looked at ${counted(tags.length, "tag")}`);
  const names = new Map<string, string>();
  for (const { kept, others } of groups) {
    for (const other of others) names.set(other, kept);
    await step(`"${kept}" is also written ${others.map((other) => `"${other}"`).join(", ")}`);
  }
  const records = await renamed(working, names);
  if (records.length > 0) await draft.add(services, userId, source, ...records);
  return {
    title: "Tidy tags",
    isAll: true,
    summary:
      records.length === 0
        ? "No tag is written in several ways."
        : `${groups.map(({ kept, others }) => `${others.join(", ")} → ${kept}`).join("; ")}: in ${counted(records.length, "note")}${records.length === MOST_NOTES ? ", and in more when these are done" : ""}.`,
  };
};

async function renamed(working: Working, names: ReadonlyMap<string, string>): Promise<ProposedRecord[]> {
  const changed = new Map<string, ProposedRecord>();
  for (const tag of names.keys()) {
    for await (const note of eachNote(working, { tag })) {
      const { id, tags } = note;
      const tidy = [...new Set(tags.map((each) => names.get(each) ?? each))];
      // The search for a tag doesn't ask how its letters are written.
      if (!isOwn(note) || tidy.join("\n") === tags.join("\n")) continue;
      changed.set(id, { kind: "note", recordId: id, action: "update", fields: { tags: tidy } });
      if (changed.size === MOST_NOTES) return [...changed.values()];
    }
  }
  return [...changed.values()];
}

type Counted = { name: string; count: number };

/** Groups of tags that are one word; "kept" is what most notes have. Pure. */
export function alike(tags: readonly Counted[]): { kept: string; others: string[] }[] {
  const plain = new Set(tags.map(({ name }) => formOf(name)));
  const groups = Map.groupBy(tags, ({ name }) => singular(formOf(name), plain));
  return [...groups.values()].flatMap((group) => {
    const [kept, ...others] = group.toSorted(
      (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
    );
    return others.length > 0 ? [{ kept: kept!.name, others: others.map(({ name }) => name) }] : [];
  });
}

/** Without marks, capitals and what joins words. */
const formOf = (name: string): string => folded(name).replaceAll(/[\s_-]+/g, "");

/** Only where the singular is there, too: "news" stays. */
function singular(form: string, known: ReadonlySet<string>): string {
  if (form.endsWith("ies") && known.has(`${form.slice(0, -3)}y`)) return `${form.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(form) && known.has(form.slice(0, -2))) return form.slice(0, -2);
  return /[^s]s$/.test(form) && known.has(form.slice(0, -1)) ? form.slice(0, -1) : form;
}
