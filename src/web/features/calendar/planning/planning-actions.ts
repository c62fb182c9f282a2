import { CalendarCheck, CalendarSearch, Sunrise } from "lucide-react";
import type { Action } from "../../../kernel/actions/action.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import type { DialogViews } from "../../../kernel/actions/dialogs.ts";
import { t } from "../../../lib/messages/t.ts";
import { deferred } from "../../../ui/deferred.tsx";

declare module "../../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "find-time": object;
    "plan-day": { day?: string | undefined };
  }
}

/** What plans the time that the calendar leaves. */
export const planningActions: Action[] = [
  {
    id: "planning.plan-day",
    title: t("Plan My Day"),
    group: "General",
    icon: CalendarCheck,
    keywords: t("schedule tasks time block today auto"),
    run: () => openDialog({ kind: "plan-day" }),
  },
  {
    id: "brief.day",
    title: t("Today's Brief"),
    group: "General",
    icon: Sunrise,
    keywords: t("morning meetings notes decisions due prepare"),
    run: ({ go }) => go("/app/calendar?brief=day"),
  },
  {
    id: "planning.find-time",
    title: t("Find a Time"),
    group: "General",
    icon: CalendarSearch,
    keywords: t("free slot meeting schedule available when"),
    run: () => openDialog({ kind: "find-time" }),
  },
];

export const planningDialogs = {
  "plan-day": deferred(async () => (await import("./plan-day-dialog.tsx")).PlanDayDialog),
  "find-time": deferred(async () => (await import("./find-time-dialog.tsx")).FindTimeDialog),
} satisfies DialogViews;
