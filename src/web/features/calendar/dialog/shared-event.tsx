import { MapPin, Repeat } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import type { Entry } from "../model/entries.ts";
import { repeats } from "../model/reshape.ts";
import { spanWords } from "../model/times.ts";

type EventEntry = Entry & { kind: "event" };

/**
 * Shows events that somebody else put into a project.
 * @param entries as they are on the page: what is moved while it is open is shown as it is now
 * @returns `open`, which is false for an event that has a calendar, and the dialog
 */
export function useSharedEvent(project: Project, entries: readonly Entry[]) {
  const [key, setKey] = useState("");
  const entry = entries.find((one): one is EventEntry => one.key === key && one.kind === "event");
  const open = useCallback(
    (opened: EventEntry): boolean => {
      // Where its calendar is shared with this person to be read, too, it opens there.
      if (opened.event.calendarId !== project.id) return false;
      setKey(opened.key);
      return true;
    },
    [project.id],
  );
  return {
    open,
    dialog: entry && <SharedEvent entry={entry} project={project} onClose={() => setKey("")} />,
  };
}

type SharedEventProps = { entry: EventEntry; project: Project; onClose: () => void };

function SharedEvent({ entry, project, onClose }: SharedEventProps) {
  const now = useMinute();
  const { title, span, event } = entry;
  return (
    <Dialog title={title} isOpen onClose={onClose} size="narrow">
      <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1 text-sm">
        {event.isCanceled && (
          <p className="text-warn">
            {t("Canceled. The calendar it comes from says that it doesn't take place.")}
          </p>
        )}
        <p className="font-medium">{spanWords(span, now)}</p>
        {repeats(event) && <Fact icon={<Repeat size={15} />}>{t("It repeats.")}</Fact>}
        {event.location && <Fact icon={<MapPin size={15} />}>{event.location}</Fact>}
        {event.description && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {event.description}
          </p>
        )}
        <p className="text-muted">
          {t("{name} put this event into the project. You can view it.", {
            name: project.sharedBy?.name ?? "",
          })}
        </p>
      </div>
      <DialogActions>
        <span className="flex-1" />
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span aria-hidden="true" className="mt-0.5 shrink-0 text-muted">
      {icon}
    </span>
    <span dir="auto" className="min-w-0 wrap-anywhere">
      {children}
    </span>
  </p>
);
