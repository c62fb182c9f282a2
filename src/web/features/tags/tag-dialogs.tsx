import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { isStricter } from "#contract/shared/ai-access.ts";
import type { Tag } from "#contract/tags.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { removeTag, renameTag } from "./tag-mutations.ts";
import { useChangeTagFilter } from "./use-change-tag-filter.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const notesOf = ({ noteCount }: Tag) => plural(noteCount, { one: "{count} note", other: "{count} notes" });

type TagDialogProps = { tag: Tag; onClose: () => void };

/** Gives a tag another name; asks before two tags become one. */
export function RenameTagDialog({ tag, onClose }: TagDialogProps) {
  const changeFilter = useChangeTagFilter();
  const { data } = useQuery(api.tags.list.queryOptions({ input: {} }));
  const [merging, setMerging] = useState<Tag | null>(null);
  const rename = async (to: string, isMerge: boolean) => {
    onClose();
    // The tag has its name again; of two that had become one nobody knows which is meant.
    const handleUndone = () => isMerge || changeFilter(to, tag.name);
    if (await renameTag(tag.name, to, isMerge, handleUndone)) changeFilter(tag.name, to);
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = String(new FormData(event.currentTarget).get("name")).trim().replace(/^#/, "");
    if (!to) return;
    const other = data?.tags.find(({ name }) => name === to && name !== tag.name);
    if (to === tag.name) onClose();
    else if (other) setMerging(other);
    else void rename(to, false);
  };
  if (merging)
    return (
      <Dialog
        title={t("Merge {from} into {to}?", { from: tag.name, to: merging.name })}
        description={t(
          "{to} already exists, in {notes}. {moving} tagged {from} will get it instead, and {from} is removed.",
          { to: merging.name, notes: notesOf(merging), moving: notesOf(tag), from: tag.name },
        )}
        isOpen
        onClose={onClose}
      >
        {tag.aiAccess !== merging.aiAccess && (
          <p className="text-sm text-muted">
            {t("The stricter AI access of the two then holds for all of them.")}
          </p>
        )}
        <DialogActions>
          <Button onClick={() => setMerging(null)}>{t("Back")}</Button>
          <Button look="primary" onClick={() => void rename(merging.name, true)}>
            {t("Merge tags")}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      title={t("Rename tag")}
      description={t("In {notes}", { notes: notesOf(tag) })}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Name")}
          name="name"
          defaultValue={tag.name}
          maxLength={100}
          required
          autoFocus
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
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

/** Asks before a tag is taken from every note. */
export function RemoveTagDialog({ tag, onClose }: TagDialogProps) {
  const changeFilter = useChangeTagFilter();
  const handleRemove = async () => {
    onClose();
    if (await removeTag(tag.name)) changeFilter(tag.name, null);
  };
  return (
    <Dialog
      title={t("Remove the tag {name}?", { name: tag.name })}
      description={t("It's removed from {notes}. The notes themselves stay.", { notes: notesOf(tag) })}
      isOpen
      onClose={onClose}
    >
      {isStricter(tag.aiAccess, "any") && (
        <p className="text-sm text-muted">
          {t(
            "Its AI access no longer holds for them. Their folders and other tags decide which models may read them.",
          )}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" onClick={() => void handleRemove()}>
          {t("Remove tag")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
