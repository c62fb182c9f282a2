import { AlarmClock, LayoutTemplate, NotebookPen, NotebookText, Trash2 } from "lucide-react";
import { useIsOffline } from "../../../platform/connection.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";

export type EventActionsProps = {
  isNew: boolean;
  /** Of a calendar whose events can't be changed here. */
  isReadOnly?: boolean;
  /** Opens the note about it; null for an event that is not there yet, or has none that one may read. */
  notes: { hasNote: boolean; open: () => void; begin: () => void } | null;
  /** Shows what notes say about it; null for an event that is not there yet. */
  onBrief: (() => void) | null;
  /** Sets reminders of it; null for an event that is not there yet, or is somebody else's. */
  onRemind: (() => void) | null;
  onDelete: () => void;
  onCancel: () => void;
};

/** What can be done with the event of the dialog. */
export function EventActions(props: EventActionsProps) {
  const { isNew, isReadOnly = false, notes, onBrief, onRemind, onDelete, onCancel } = props;
  const isOffline = useIsOffline();
  return (
    <DialogActions>
      {!isNew && !isReadOnly && (
        <IconButton label={t("Delete")} className="text-danger" onClick={onDelete}>
          <Trash2 size={16} />
        </IconButton>
      )}
      {notes && (
        <IconButton
          label={notes.hasNote ? t("Open Notes") : t("Write Notes")}
          onClick={notes.open}
          disabled={isOffline && !notes.hasNote}
        >
          <NotebookPen size={16} />
        </IconButton>
      )}
      {notes && !notes.hasNote && (
        <IconButton label={t("Notes from a Template...")} onClick={notes.begin} disabled={isOffline}>
          <LayoutTemplate size={16} />
        </IconButton>
      )}
      {onBrief && (
        <IconButton label={t("Brief")} onClick={onBrief} disabled={isOffline}>
          <NotebookText size={16} />
        </IconButton>
      )}
      {onRemind && (
        <IconButton label={t("Remind Me...")} onClick={onRemind}>
          <AlarmClock size={16} />
        </IconButton>
      )}
      <span className="flex-1" />
      <Button onClick={onCancel}>{isReadOnly ? t("Close") : t("Cancel")}</Button>
      {!isReadOnly && (
        <Button type="submit" look="primary">
          {t("Save")}
        </Button>
      )}
    </DialogActions>
  );
}
