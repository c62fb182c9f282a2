import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { changeNotes, countOf } from "./many-notes.ts";
import { t } from "../../lib/messages/t.ts";

/** "home, #trip " is home and trip. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim().replace(/^#/, ""))
      .filter(Boolean),
  ),
];

/** Gives tags to the selected notes, and takes some away. */
export function TagNotesDialog({ notes, onClose }: { notes: Note[]; onClose: () => void }) {
  const { data } = useQuery(api.tags.list.queryOptions({ input: {} }));
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const own = [...new Set(notes.flatMap((note) => note.tags))].sort((a, b) => a.localeCompare(b));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const addTags = tagsOf(String(new FormData(event.currentTarget).get("tags"))).map((tag) =>
      tag.slice(0, 100),
    );
    const removeTags = [...removed].filter((tag) => !addTags.includes(tag));
    onClose();
    if (addTags.length + removeTags.length === 0) return;
    void changeNotes(
      notes,
      { addTags, removeTags },
      t("Changed the tags of {notes}", { notes: countOf(notes) }),
      t("Failed to change the tags"),
    );
  };
  const toggle = (tag: string) =>
    setRemoved((before) => {
      const next = new Set(before);
      if (!next.delete(tag)) next.add(tag);
      return next;
    });
  return (
    <Dialog title={t("Tags of {notes}", { notes: countOf(notes) })} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field
          label={t("Add tags, separated by commas")}
          name="tags"
          list="tags-known"
          autoFocus
          autoComplete="off"
          maxLength={500}
        />
        <datalist id="tags-known">
          {data?.tags.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        {own.length > 0 && (
          <fieldset>
            <legend className="text-sm font-medium">{t("Keep")}</legend>
            <ul className="mt-2 flex max-h-48 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
              {own.map((tag) => (
                <li key={tag} className="min-w-0">
                  <label className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      checked={!removed.has(tag)}
                      onChange={() => toggle(tag)}
                      className="size-4 shrink-0 accent-accent"
                    />
                    <span className="truncate">{tag}</span>
                    <span className="text-xs text-faint">
                      {notes.filter((note) => note.tags.includes(tag)).length}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
