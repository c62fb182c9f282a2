import { useQuery } from "@tanstack/react-query";
import { NotebookPen, NotebookText } from "lucide-react";
import type { CalendarEvent } from "#contract/events.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { api } from "../../../platform/api.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { openEventNote } from "../model/event-notes.ts";
import { spanWords } from "../model/times.ts";
import { LoadFailed } from "../planning/load-failed.tsx";
import { briefMarkdown } from "./brief-markdown.ts";
import { BriefParts, isEmptyBrief } from "./brief-parts.tsx";

type BriefDialogProps = { event: CalendarEvent; instance: string | null; onClose: () => void };

/** What one's notes say about an event; it can become the note of the event. */
export function BriefDialog({ event, instance, onClose }: BriefDialogProps) {
  const now = useMinute();
  const input = { eventId: event.id, ...(instance && { instance }) };
  const query = api.briefs.ofEvent.queryOptions({ input, refetchOnMount: "always" });
  const { data: brief, isError, refetch } = useQuery(query);
  const openNote = () => {
    onClose();
    const day = brief?.start.slice(0, 10) ?? event.date;
    void openEventNote(event, day, brief && briefMarkdown(brief));
  };
  return (
    <Dialog title={t("Brief: {title}", { title: event.title })} isOpen onClose={onClose} size="narrow">
      <div className="-mx-1 min-h-32 flex-1 overflow-y-auto px-1 pb-1">
        {brief && <p className="text-sm text-muted">{spanWords(brief, now)}</p>}
        {isError && !brief ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : !brief ? (
          <SkeletonRows count={5} />
        ) : isEmptyBrief(brief) ? (
          <EmptyState icon={<NotebookText size={20} />} title={t("Nothing found yet")}>
            {t("No note, task or file has the people or the words of this event.")}
          </EmptyState>
        ) : (
          <BriefParts brief={brief} onLeave={onClose} />
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t("Close")}</Button>
        <Button look="primary" onClick={openNote} disabled={!brief}>
          <NotebookPen size={15} aria-hidden="true" />
          {event.noteId === null ? t("Make Meeting Note") : t("Open Notes")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
