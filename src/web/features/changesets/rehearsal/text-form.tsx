import { useId, useState } from "react";
import type { RehearsedText } from "#contract/rehearsals.ts";
import { t } from "../../../lib/messages/t.ts";
import { rpc } from "../../../platform/rpc.ts";
import { errorCode } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { refreshRehearsal, whyNot } from "./changing.ts";

type TextFormProps = { id: string; note: RehearsedText; onDone: () => void };

const LONGEST = 500_000;

/** A note's text as Markdown. What somebody writes in it meanwhile is told of, and not overwritten unseen. */
export function TextForm({ id, note, onDone }: TextFormProps) {
  const [text, setText] = useState(note.text);
  const [was, setWas] = useState(note.text);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const fieldId = useId();
  const hasNewer = note.text !== was;
  const save = async () => {
    setIsBusy(true);
    try {
      await rpc.rehearsals.change({ id, texts: [{ noteId: note.id, text, was }] });
      onDone();
    } catch (error) {
      setFault(
        errorCode(error) === "CONFLICT"
          ? t("Someone changed this note while you were writing. Your words are kept here.")
          : whyNot(error),
      );
    } finally {
      setIsBusy(false);
      refreshRehearsal();
    }
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={fieldId} className="text-sm font-medium">
        {t("Text as Markdown")}
      </label>
      <textarea
        id={fieldId}
        autoFocus
        dir="auto"
        value={text}
        maxLength={LONGEST}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
        className={`${inputClass} min-h-64 py-2 font-mono text-sm`}
      />
      {(fault ?? hasNewer) && (
        <div role="alert" className="flex flex-col gap-2 text-sm">
          <p className="text-warn">
            {fault ?? t("Someone changed this note while you were writing. Your words are kept here.")}
          </p>
          {hasNewer && (
            <>
              <p className="text-muted">{t("The newest text:")}</p>
              <pre
                dir="auto"
                className="rounded-md border border-line bg-panel p-2 text-xs whitespace-pre-wrap"
              >
                {note.text}
              </pre>
              <Button
                className="self-start"
                onClick={() => {
                  setWas(note.text);
                  setFault(null);
                }}
              >
                {t("I have read it")}
              </Button>
            </>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={text === was || hasNewer}
          onClick={() => undefined}
        >
          {t("Save in the rehearsal")}
        </Button>
        <Button onClick={onDone}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
