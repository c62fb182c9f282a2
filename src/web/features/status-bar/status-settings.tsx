import { type FormEvent, useId, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { useKeptForm } from "../../platform/unsaved/kept-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { changeStatus, MOST_LETTERS, SPEED, useStatusChoice } from "./status-choice.ts";

/** Message, speed and whether there is a bar: the message by its button, the others as they are chosen. */
export function StatusSettings() {
  const { message, isEnabled, scrollSpeed } = useStatusChoice();
  return (
    <div className="flex w-full flex-col items-stretch gap-4">
      <Switch
        label={t("Show the status bar")}
        isOn={isEnabled}
        onChange={(isOn) => void changeStatus({ isEnabled: isOn })}
      />
      <MessageForm message={message} />
      <Speed key={scrollSpeed} speed={scrollSpeed} />
    </div>
  );
}

function MessageForm({ message }: { message: string }) {
  const { form, setForm, forget } = useKeptForm("status bar", { message });
  const typed = form.message;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    void changeStatus({ message: typed.trim() });
  };
  return (
    <form onSubmit={handleSubmit} className="flex items-start gap-2">
      <Field
        label={t("Message")}
        hint={t("Empty, it tells of your next event, your tasks and your words.")}
        dir="auto"
        maxLength={MOST_LETTERS}
        className="min-w-0 flex-1"
        value={typed}
        onChange={(event) => setForm({ message: event.target.value })}
      />
      <Button type="submit" look="primary" className="mt-6.5 h-9!" disabled={typed.trim() === message}>
        {t("Save")}
      </Button>
    </form>
  );
}

/** Saved when the hand lets go: every step on the way would be a change of its own. */
function Speed({ speed }: { speed: number }) {
  const id = useId();
  const [chosen, setChosen] = useState(speed);
  const save = () => void changeStatus({ scrollSpeed: chosen });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t("Speed")}
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="range"
          min={SPEED.min}
          max={SPEED.max}
          step={1}
          value={chosen}
          className="h-9 min-w-0 flex-1 accent-(--accent-fill) pointer-coarse:h-11"
          onChange={(event) => setChosen(event.target.valueAsNumber)}
          onPointerUp={save}
          onKeyUp={save}
          onBlur={save}
        />
        <output htmlFor={id} className="w-6 text-end text-sm text-muted tabular-nums">
          {chosen}
        </output>
      </div>
    </div>
  );
}
