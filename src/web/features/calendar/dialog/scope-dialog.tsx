import { useCallback, useState } from "react";
import type { EventScope } from "#contract/events.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";

type Question = { title: string; answer: (scope: EventScope | null) => void };

const CHOICES: readonly { scope: EventScope; words: string }[] = [
  { scope: "this", words: t("This event") },
  { scope: "following", words: t("This and following events") },
  { scope: "all", words: t("All events") },
];

/** Asks which instances of a repeating event are meant: a promise of the answer, null for none. */
export function useScopeQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback(
    (title: string) =>
      new Promise<EventScope | null>((resolve) => {
        setQuestion({
          title,
          answer: (scope) => {
            setQuestion(null);
            resolve(scope);
          },
        });
      }),
    [],
  );
  return { ask, dialog: question && <ScopeDialog question={question} /> };
}

function ScopeDialog({ question: { title, answer } }: { question: Question }) {
  const [scope, setScope] = useState<EventScope>("this");
  return (
    <Dialog title={title} isOpen onClose={() => answer(null)} size="small">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer(scope);
        }}
      >
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">{title}</legend>
          {CHOICES.map((choice) => (
            <label key={choice.scope} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="scope"
                value={choice.scope}
                checked={scope === choice.scope}
                onChange={() => setScope(choice.scope)}
                className="size-4 accent-(--accent-fill)"
              />
              {choice.words}
            </label>
          ))}
        </fieldset>
        <DialogActions>
          <Button onClick={() => answer(null)}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("OK")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
