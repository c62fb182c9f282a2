import { X } from "lucide-react";
import { clsx } from "clsx";
import type { Part, QuickAdd } from "#language/quick-add.ts";
import { isReminderPast } from "#language/reminder-in.ts";
import { minuteText } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { useAccountNow } from "../account/use-account-now.ts";
import { PART_ICONS, partWords } from "./part-words.ts";
import type { Span, Understood } from "./use-reading.ts";

type PartChipsProps = { reading: Understood | null; onTakeBack: (span: Span) => void };

/** What was understood of a sentence, under the line it is written in; each part can be taken back. */
export function PartChips({ reading, onTakeBack }: PartChipsProps) {
  return (
    <div aria-live="polite" className="flex min-h-0 flex-wrap gap-1.5">
      {reading?.parts.map((part) => (
        <PartChip
          key={`${part.part}${part.from}`}
          part={part}
          said={reading.said}
          parts={reading.parts}
          onTakeBack={() => onTakeBack([part.from, part.to])}
        />
      ))}
    </div>
  );
}

type PartChipProps = { part: Part; said: QuickAdd; parts: readonly Part[]; onTakeBack: () => void };

function PartChip({ part, said, parts, onTakeBack }: PartChipProps) {
  const Icon = PART_ICONS[part.part];
  const now = useAccountNow();
  const isPast = part.part === "reminder" && isReminderPast({ ...said, parts }, minuteText(now));
  const what = partWords(part, said, now, isPast);
  return (
    <button
      type="button"
      title={t("Keep these words in the title")}
      aria-label={t("{what}, from {words}: take back", { what, words: part.text })}
      onClick={onTakeBack}
      className={clsx(
        "tap mt-2 inline-flex h-7 max-w-full items-center gap-1.5 rounded-md px-2 text-xs hover:bg-hover",
        isPast ? "bg-pressed text-warn" : "bg-accent-soft text-accent",
      )}
    >
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      <bdi className="truncate">{what}</bdi>
      <X size={12} aria-hidden="true" className="shrink-0" />
    </button>
  );
}
