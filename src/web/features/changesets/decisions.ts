import type { Changeset } from "#contract/changesets.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { decide } from "./deciding.ts";
import { keyOf, type Ref, stateOf, STATE_WORDS, type Way } from "./parts.ts";

/** Of these, which are in that state by now. */
const those = (answer: Changeset, refs: readonly Ref[], ...states: string[]) =>
  refs.filter((ref) => states.includes(stateOf(answer, ref) ?? ""));

/**
 * Decides about one change. The place where it stands says what came of it, and offers to undo it.
 * @param isTold That place goes away with the decision
 */
export async function decideOne(id: string, way: Way, ref: Ref, isTold = false): Promise<void> {
  const answer = await decide(id, way, [ref]);
  const state = answer && stateOf(answer, ref);
  if (!state) return;
  if (way === "apply" && state === "applied")
    undoable(t("Change accepted"), () => takeBack(id, [ref]), { isQuiet: !isTold });
  else if (state === "changed" || state === "kept" || state === "gone") toast.info(STATE_WORDS[state]);
}

/** Decides about several, and tells how many of them it was. Answers whether the server has decided. */
export async function decideMany(
  id: string,
  way: Way,
  refs: readonly Ref[],
  isAll: boolean,
): Promise<boolean> {
  if (refs.length === 0) return false;
  const answer = await decide(id, way, refs, isAll);
  if (!answer) return false;
  if (way === "apply") tellApplied(id, answer, refs);
  else if (way === "undo") tellUndone(answer, refs);
  else {
    const { length } = those(answer, refs, "refused");
    toast.success(plural(length, { one: "{count} change refused", other: "{count} changes refused" }));
  }
  return true;
}

function tellApplied(id: string, answer: Changeset, refs: readonly Ref[]): void {
  const applied = those(answer, refs, "applied");
  const { length: left } = those(answer, refs, "changed");
  if (applied.length === 0) {
    toast.info(t("Nothing was accepted: all of it was changed since."));
    return;
  }
  const { words, name } = acceptedWords(applied.length, left);
  undoable(words, () => takeBack(id, applied), { name });
}

/** What a toast says of so many; `name` without what was left out, for lists. */
function acceptedWords(applied: number, left: number): { words: string; name: string } {
  const name = plural(applied, { one: "{count} change accepted", other: "{count} changes accepted" });
  if (left === 0) return { words: name, name };
  const words = plural(
    left,
    {
      one: "{words}. {count} was left out: it was changed since.",
      other: "{words}. {count} were left out: they were changed since.",
    },
    { words: name },
  );
  return { words, name };
}

function tellUndone(answer: Changeset, refs: readonly Ref[]): void {
  const { length } = those(answer, refs, "undone", "merged");
  const { length: left } = those(answer, refs, "kept", "gone");
  const words = plural(length, { one: "{count} change undone", other: "{count} changes undone" });
  if (left === 0) toast.success(words);
  else
    toast.info(
      plural(
        left,
        {
          one: "{words}. {count} was kept: it was changed since.",
          other: "{words}. {count} were kept: they were changed since.",
        },
        { words },
      ),
    );
}

/** For Undo, which says itself what it did; throws where nothing could be. */
async function takeBack(id: string, refs: readonly Ref[]): Promise<string> {
  const answer = await decide(id, "undo", refs);
  if (!answer) return t("Not undone.");
  const { length } = those(answer, refs, "undone", "merged");
  if (length === 0) throw new ChangedSince();
  return plural(length, { one: "{count} change undone", other: "{count} changes undone" });
}

/** The same change wherever it is met: as a row's id on the page. */
export const idOf = (changesetId: string, ref: Ref): string => `${changesetId}/${keyOf(ref)}`;
