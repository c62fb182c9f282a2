import { type FormEvent, useState } from "react";
import type { Layout, LayoutConfig } from "#contract/layouts.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { changeLayout, createLayout } from "./list-of-layouts.ts";
import { BUILT_IN, BARE, STARTS } from "./model/built-in.ts";

const BEGINNINGS: { id: string; name: string; words: string; config: LayoutConfig }[] = [
  { id: "built-in", name: t("Everyday"), words: t("Tasks, calendar, notes, weather"), config: BUILT_IN },
  { id: "writer", name: t("Writer"), words: t("Latest notes, an old one, deadlines"), config: STARTS.writer },
  { id: "student", name: t("Student"), words: t("Deadlines, calendar, notes"), config: STARTS.student },
  { id: "lead", name: t("Team lead"), words: t("Calendar, tasks, what happened"), config: STARTS.lead },
  {
    id: "operator",
    name: t("Server operator"),
    words: t("Processor, memory, storage"),
    config: STARTS.operator,
  },
  { id: "empty", name: t("Empty"), words: t("Nothing on it yet"), config: BARE },
];

/** A dashboard of its own name, beginning with one of a few arrangements. */
export function NewLayoutDialog({ onClose }: { onClose: () => void }) {
  const go = useActionContext((state) => state.go);
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(BEGINNINGS[0]!.id);
  const beginning = BEGINNINGS.find(({ id }) => id === chosen)!;
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    onClose();
    const id = await createLayout(name.trim() || beginning.name, beginning.config);
    if (id) go(`/app/dashboard?layout=${id}`);
  };
  return (
    <Dialog isOpen size="narrow" title={t("New Dashboard")} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
        <Field
          label={t("Name")}
          dir="auto"
          maxLength={100}
          value={name}
          placeholder={beginning.name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t("Begin with")}</legend>
          {BEGINNINGS.map(({ id, name: title, words }) => (
            <label
              key={id}
              className="flex cursor-pointer flex-col gap-0.5 rounded-md border border-line-strong p-3 text-sm has-checked:border-accent-fill has-checked:bg-accent-soft"
            >
              <span className="flex items-center gap-2 font-medium">
                <input
                  type="radio"
                  name="beginning"
                  checked={id === chosen}
                  onChange={() => setChosen(id)}
                  className="size-4 accent-(--accent-fill)"
                />
                {title}
              </span>
              <span className="text-muted">{words}</span>
            </label>
          ))}
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Create")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function RenameLayoutDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const [name, setName] = useState(layout.name);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") void changeLayout(layout.id, { name: name.trim() });
    onClose();
  };
  return (
    <Dialog isOpen size="small" title={t("Rename Dashboard")} onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Name")}
          dir="auto"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Rename")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
