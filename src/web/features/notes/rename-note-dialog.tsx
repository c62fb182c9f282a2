import type { FormEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { updateNote } from "../../kernel/notes/note-mutations.ts";

export function RenameNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get("title")).trim();
    onClose();
    if (title !== note.title && (await updateNote(note.id, { title })))
      toast.success("Note updated successfully");
  };
  return (
    <Dialog title="Rename note" isOpen onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)}>
        <Field
          label="Title"
          name="title"
          defaultValue={note.title}
          maxLength={1000}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
