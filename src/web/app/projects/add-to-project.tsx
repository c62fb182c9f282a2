import { useEffect, useRef, useState } from "react";
import { dayIn } from "#language/moment.ts";
import { AddEvent } from "../../features/calendar/add-event.tsx";
import type { Span } from "../../features/calendar/model/times.ts";
import { AddTask } from "../../features/tasks/add-task.tsx";
import { t } from "../../lib/messages/t.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";

type AddToProjectProps = {
  projectId: string;
  /** Events are put into one's own projects alone. */
  isOwn: boolean;
  /** When it is to be. */
  span: Span;
  timeZone: string;
  onClose: () => void;
};

const KINDS = [
  { id: "task", title: t("Task") },
  { id: "event", title: t("Event") },
] as const;
const PANEL = "add-to-project";

/** Takes a task or an event of a project in words, over its calendar. */
export function AddToProject({ projectId, isOwn, span, timeZone, onClose }: AddToProjectProps) {
  const day = dayIn(span.start);
  // A time that was drawn is meant for something that happens then.
  const [kind, setKind] = useState<"task" | "event">(span.start === day || !isOwn ? "task" : "event");
  const panel = useRef<HTMLDivElement>(null);
  // Once: who goes through the tabs stays on them.
  useEffect(() => panel.current?.querySelector("input")?.focus(), []);
  return (
    <Dialog isOpen size="narrow" title={kind === "task" ? t("New task") : t("New event")} onClose={onClose}>
      {isOwn && (
        <TabList label={t("What to add")} tabs={KINDS} current={kind} panelId={PANEL} onChoose={setKind} />
      )}
      <div ref={panel} {...(isOwn && tabPanel(PANEL, kind))} className="pt-3">
        {kind === "task" ? (
          <AddTask
            given={{ dueDate: day, projectId }}
            isWanted={false}
            onFocused={() => undefined}
            onAdded={onClose}
          />
        ) : (
          <AddEvent on={day} span={span} timeZone={timeZone} projectId={projectId} onMade={onClose} />
        )}
      </div>
    </Dialog>
  );
}
