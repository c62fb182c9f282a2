import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import type { useControls } from "./controls.ts";
import { type CalendarView, dateOf, periodTitle, VIEWS } from "./model/periods.ts";

export const PANEL = "calendar-panel";

type PeriodBarProps = {
  view: CalendarView;
  on: string;
  today: string;
  controls: NonNullable<ReturnType<typeof useControls.getState>["controls"]>;
};

/** Which days are shown, and how. */
export function PeriodBar({ view, on, today, controls }: PeriodBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div className="cal-no-print flex items-center gap-1">
        <Button onClick={controls.goToday} className="pointer-coarse:h-11">
          {t("Today")}
        </Button>
        <IconButton
          label={t("Previous")}
          className="pointer-coarse:size-11"
          onClick={() => controls.step(-1)}
        >
          <ChevronLeft size={16} className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton label={t("Next")} className="pointer-coarse:size-11" onClick={() => controls.step(1)}>
          <ChevronRight size={16} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="min-w-0 flex-1 truncate text-base font-semibold">
        {periodTitle(view, on, dateOf(today))}
      </h2>
      <div className="cal-no-print max-w-full min-w-0">
        <TabList label={t("View")} tabs={VIEWS} current={view} panelId={PANEL} onChoose={controls.show} />
      </div>
    </div>
  );
}
