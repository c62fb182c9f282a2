import {
  CalendarCheck,
  CalendarPlus,
  CalendarSearch,
  ChevronLeft,
  ChevronRight,
  PanelLeft,
  Printer,
} from "lucide-react";
import { useState } from "react";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import { CalendarSide, type SideProps } from "./calendar-side.tsx";
import type { useControls } from "./controls.ts";
import { type CalendarView, dateOf, periodTitle, VIEWS } from "./model/periods.ts";

export const PANEL = "calendar-panel";

type HeadActionsProps = { side: SideProps; onAdd: () => void; on: string };

export function HeadActions({ side, onAdd, on }: HeadActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="cal-no-print flex items-center gap-1.5">
      <IconButton
        label={t("Calendars")}
        className="lg:hidden pointer-coarse:size-11"
        onClick={() => setIsOpen(true)}
      >
        <PanelLeft size={16} />
      </IconButton>
      <IconButton
        label={t("Plan My Day")}
        className="pointer-coarse:size-11"
        onClick={() => openDialog({ kind: "plan-day", day: on })}
      >
        <CalendarCheck size={16} />
      </IconButton>
      <IconButton
        label={t("Find a Time")}
        className="pointer-coarse:size-11"
        onClick={() => openDialog({ kind: "find-time" })}
      >
        <CalendarSearch size={16} />
      </IconButton>
      <IconButton label={t("Print")} className="max-sm:hidden" onClick={() => print()}>
        <Printer size={16} />
      </IconButton>
      <Button look="primary" onClick={onAdd} className="pointer-coarse:h-11">
        <CalendarPlus size={16} aria-hidden="true" />
        <span className="max-sm:sr-only">{t("New Event")}</span>
      </Button>
      <Dialog title={t("Calendars")} isOpen={isOpen} onClose={() => setIsOpen(false)} size="side">
        <div className="min-h-0 flex-1 overflow-y-auto">
          <CalendarSide {...side} />
        </div>
      </Dialog>
    </div>
  );
}

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
