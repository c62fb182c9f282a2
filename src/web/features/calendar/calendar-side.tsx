import type { Calendar } from "#contract/calendars.ts";
import type { Task } from "#contract/tasks.ts";
import { CalendarList } from "./calendar-list.tsx";
import { planTask } from "./model/planned-tasks.ts";
import { SecondZone } from "./second-zone-choice.tsx";
import { Unscheduled } from "./unscheduled.tsx";

export type SideProps = { calendars: readonly Calendar[]; unscheduled: readonly Task[]; on: string };

/** What stands beside the days: the calendars, and what has no day yet. */
export function CalendarSide({ calendars, unscheduled, on }: SideProps) {
  return (
    <>
      <CalendarList calendars={calendars} />
      <SecondZone />
      <Unscheduled
        tasks={unscheduled}
        on={on}
        onPlan={(task) => void planTask(task, { start: on, end: on })}
      />
    </>
  );
}
