import { momentAt } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { browserTimeZone } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AddEvent } from "./add-event.tsx";

type Props = { words: string; noteId: string | null; onClose: () => void };

/** An event of words that were selected, with what was understood of them to be looked at first; one that names no day is today's. */
export function EventFromWords({ words, noteId, onClose }: Props) {
  const timeZone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  const today = momentAt(clockOf(useMinute(), timeZone).getTime(), false).slice(0, 10);
  return (
    <Dialog isOpen size="narrow" title={t("Make an event")} onClose={onClose}>
      <AddEvent on={today} timeZone={timeZone} initial={words} noteId={noteId} onMade={onClose} />
      {noteId && <p className="pt-2 text-xs text-muted">{t("It links to this note.")}</p>}
    </Dialog>
  );
}
