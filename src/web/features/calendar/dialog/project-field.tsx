import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarEvent } from "#contract/events.ts";
import { moveIntoProject } from "../../../kernel/projects/put-into-project.ts";
import { ProjectSelect } from "../../../kernel/projects/project-select.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";

/** Which project an event is put into, for its form: what to draw, and what to do when it is saved. Of one that repeats the whole series is. */
export function useProjectField(
  event: CalendarEvent | undefined,
  { isOpen, isOwn }: { isOpen: boolean; isOwn: boolean },
) {
  const input = { eventId: event?.id ?? "" };
  const isThere = event !== undefined && isOwn;
  const put = useQuery(api.projects.ofEvent.queryOptions({ input, enabled: isThere, staleTime: 0 }));
  const [chosen, setChosen] = useState<{ eventId: string; projectId: string | null }>();
  // What was chosen and not saved is gone with the dialog.
  if (!isOpen && chosen) setChosen(undefined);
  const before = event ? put.data?.projectId : null;
  const value = chosen?.eventId === input.eventId ? chosen.projectId : before;
  return {
    field: isOwn && before !== undefined && (
      <ProjectSelect
        isLine
        value={value ?? null}
        noneWords={t("None")}
        onChange={(projectId) => setChosen({ eventId: input.eventId, projectId })}
      />
    ),
    chosen: value ?? null,
    save: () => {
      if (!event || before === undefined || value === undefined || value === before) return;
      void moveIntoProject({ ...event, kind: "event" }, { from: before, to: value });
    },
  };
}
