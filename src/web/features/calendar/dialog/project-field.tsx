import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarEvent } from "#contract/events.ts";
import { ProjectSelect } from "../../../kernel/projects/project-select.tsx";
import { undoable } from "../../../kernel/undo.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, invalidate } from "../../../platform/api.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { send } from "../../../platform/send.ts";
import { toast } from "../../../ui/toast-store.ts";

/** Which project an event is put into, for its form: what to draw, and what to do when it is saved. Of one that repeats the whole series is. */
export function useProjectField(event: CalendarEvent | undefined, isOwn: boolean) {
  const input = { eventId: event?.id ?? "" };
  const isThere = event !== undefined && isOwn;
  const put = useQuery(api.projects.ofEvent.queryOptions({ input, enabled: isThere, staleTime: 0 }));
  const [chosen, setChosen] = useState<{ eventId: string; projectId: string | null }>();
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
      void move(event, { from: before, to: value });
    },
  };
}

async function move(event: CalendarEvent, { from, to }: { from: string | null; to: string | null }) {
  if (!(await putIntoProject(event.id, to))) return;
  undoable(
    to === null ? t("Event taken out of its project") : t("Event put into the project"),
    async () => void (await putIntoProject(event.id, from)),
    { name: event.title },
  );
}

/** Out of another, if it is in one; null: into none. Also without the server. Says in a toast why it didn't work. */
async function putIntoProject(eventId: string, projectId: string | null): Promise<boolean> {
  const eventIds = [eventId];
  try {
    await (projectId === null
      ? send(["projects", "removeEvents"], { eventIds }, () => api.projects.removeEvents.call({ eventIds }))
      : send(["projects", "addEvents"], { projectId, eventIds }, () =>
          api.projects.addEvents.call({ projectId, eventIds }),
        ));
    return true;
  } catch (error) {
    toast.error(failureWords(error, t("Failed to update project")));
    return false;
  } finally {
    invalidate(api.projects.key());
    invalidate(api.events.key());
  }
}
