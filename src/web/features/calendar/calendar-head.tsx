import { CalendarCheck, CalendarPlus, CalendarSearch, PanelLeft, Printer } from "lucide-react";
import { useState } from "react";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { CalendarSide, type SideProps } from "./calendar-side.tsx";

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
