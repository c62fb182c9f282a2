import { isAvailable, type Action } from "./action.ts";
import { chordOf } from "./chords.ts";
import { takeEarlyKeys } from "./early-keys.ts";
import { isCovered } from "../../lib/covered.ts";
import { actionContext } from "./here.ts";
import { createKeyMatcher } from "./key-matcher.ts";
import { keysOf } from "./key-store.ts";
import { useActions } from "./registry.ts";
import { runAction } from "./run-action.ts";
import type { Subject } from "./subject.ts";
import { createTypedOn } from "./typed-on.ts";

const OTHER_INPUTS = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Where keys write: a field, a text of ours, or nowhere. */
function writesIn(target: EventTarget | null): "field" | "editor" | null {
  if (!(target instanceof HTMLElement)) return null;
  if (target instanceof HTMLInputElement) return OTHER_INPUTS.test(target.type) ? null : "field";
  if (target.matches("textarea, select")) return "field";
  if (!target.isContentEditable) return null;
  return target.closest(".note-text") ? "editor" : "field";
}

const bindings = () =>
  useActions
    .getState()
    .actions.flatMap((action) => keysOf(action.id).map((keys) => ({ keys, target: action })));

/** A key that got no answer for longer is not meant any more. */
const PATIENCE_MS = 5_000;

/** Each once: whoever presses again does so because nothing came of it. */
const stillMeant = (early: KeyboardEvent[]): KeyboardEvent[] =>
  early.filter(
    (event, index) =>
      performance.now() - event.timeStamp < PATIENCE_MS &&
      !early.slice(index + 1).some((later) => chordOf(later) === chordOf(event)),
  );

/**
 * Runs actions by their keys. The keys of the specification are ignored while someone writes; those marked for it work
 * in a note as well when the editor has no use for them.
 * @param subjectAt what the row stands for that has the focus
 */
export function listenToKeys(subjectAt: (element: Element | null) => Subject | null): () => void {
  const matcher = createKeyMatcher<Action>(bindings);
  const typedOn = createTypedOn();
  const handleKey = (event: KeyboardEvent) => {
    const isRest = typedOn.press(event, writesIn(event.target) !== null);
    // Only what nobody has the focus for: a row or a button that got it has been chosen.
    if (isRest && event.target === document.body) return matcher.forget();
    if (event.defaultPrevented || event.isComposing || event.getModifierState("AltGraph")) return;
    const place = writesIn(event.target);
    const isPlain = !event.ctrlKey && !event.metaKey;
    if (place === "field" || (place === "editor" && isPlain) || isCovered()) return matcher.forget();
    if (event.repeat) {
      // A held key does its work once, and the browser does not take over the rest.
      const chord = chordOf(event);
      if (!place && bindings().some(({ keys }) => keys === chord)) event.preventDefault();
      return;
    }
    const match = matcher.press(event);
    if (match.kind === "waiting") return event.preventDefault();
    if (match.kind === "none") return;
    const context = actionContext("keys", { subject: subjectAt(document.activeElement) });
    const action = match.targets.find(
      (candidate) => (place === null || candidate.worksInEditor) && isAvailable(candidate, context),
    );
    if (!action) return;
    event.preventDefault();
    runAction(action, context);
  };
  addEventListener("keydown", handleKey);
  addEventListener("pointerdown", typedOn.end);
  // Says that keys are listened to: their code comes after the first paint.
  document.documentElement.dataset.keys = "ready";
  for (const event of stillMeant(takeEarlyKeys())) handleKey(event);
  return () => {
    removeEventListener("keydown", handleKey);
    removeEventListener("pointerdown", typedOn.end);
    delete document.documentElement.dataset.keys;
  };
}
