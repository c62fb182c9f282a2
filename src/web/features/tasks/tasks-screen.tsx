import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CalendarClock, Columns3, List, X } from "lucide-react";
import type { Ref } from "react";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { api } from "../../platform/api.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { t } from "../../lib/messages/t.ts";
import { isoDay } from "../../lib/dates.ts";
import { TaskPanel } from "./task-panel.tsx";
import { choicesOf, type TasksSearch, VIEWS } from "./tasks-query.ts";

type TasksScreenProps = {
  search: TasksSearch;
  /** `isStep`: Back takes it back. */
  onSearch: (next: TasksSearch, isStep?: boolean) => void;
  heading: Ref<HTMLHeadingElement>;
};

const PANEL = "tasks-panel";
/** Who works with nobody is assigned nothing. */
const ALONE = VIEWS.filter(({ id }) => id !== "assigned");

/** Everything to do, of its own and in notes. */
export function TasksScreen({ search, onSearch, heading }: TasksScreenProps) {
  // Past midnight it is another day, also on a page that stays open.
  const day = isoDay(useAccountNow());
  const choices = choicesOf(search, day);
  const { view, tag, isBoard } = choices;
  const { data } = useQuery(api.projects.list.queryOptions({ input: {} }));
  const isTogether = data?.projects.some(({ isShared }) => isShared) === true;
  return (
    <Screen
      frame={isBoard ? "full" : "reading"}
      title={t("Tasks")}
      heading={heading}
      actions={
        <div className="flex items-center gap-1.5">
          {view === "today" && (
            <Button onClick={() => openDialog({ kind: "plan-day" })} className="pointer-coarse:h-11">
              <CalendarCheck size={16} aria-hidden="true" /> {t("Plan My Day")}
            </Button>
          )}
          <IconButton
            label={t("Board")}
            isOn={isBoard}
            onClick={() => onSearch({ layout: isBoard ? "" : "board" })}
          >
            {isBoard ? <List size={16} /> : <Columns3 size={16} />}
          </IconButton>
        </div>
      }
      filters={
        <div className="flex flex-wrap items-center gap-2">
          <TabList
            label={t("Tasks")}
            tabs={isTogether || view === "assigned" ? VIEWS : ALONE}
            current={view}
            panelId={PANEL}
            onChoose={(next) => onSearch({ view: next })}
          />
          {view === "anytime" && (
            <IconButton
              label={t("Show tasks that start later")}
              isOn={choices.hasLater}
              className="ms-auto"
              onClick={() => onSearch({ later: choices.hasLater ? "" : "yes" })}
            >
              <CalendarClock size={16} />
            </IconButton>
          )}
          {tag && (
            <Button
              look="quiet"
              onClick={() => onSearch({ tag: "" }, true)}
              aria-label={t("#{tag}: show all tags", { tag })}
            >
              #{tag} <X size={13} aria-hidden="true" />
            </Button>
          )}
        </div>
      }
    >
      <div {...tabPanel(PANEL, view)}>
        <TaskPanel choices={choices} search={search} onSearch={onSearch} />
      </div>
    </Screen>
  );
}
