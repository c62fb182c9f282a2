import type { FormEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { changeNote, updated } from "../../kernel/notes/note-mutations.ts";
import { t } from "../../lib/messages/t.ts";

export function RenameNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get("title")).trim();
    onClose();
    if (title !== note.title) void changeNote(note, { title }, updated(note, { title }));
  };
  return (
    <Dialog title={t("Rename note")} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Title")}
          name="title"
          defaultValue={note.title}
          maxLength={1000}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
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
