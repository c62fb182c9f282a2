import { X } from "lucide-react";
import type { Part, QuickAdd } from "#language/quick-add.ts";
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
          onTakeBack={() => onTakeBack([part.from, part.to])}
        />
      ))}
    </div>
  );
}

type PartChipProps = { part: Part; said: QuickAdd; onTakeBack: () => void };

function PartChip({ part, said, onTakeBack }: PartChipProps) {
  const Icon = PART_ICONS[part.part];
  const what = partWords(part, said, useAccountNow());
  return (
    <button
      type="button"
      title={t("Keep these words in the title")}
      aria-label={t("{what}, from {words}: take back", { what, words: part.text })}
      onClick={onTakeBack}
      className="tap mt-2 inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-xs text-accent hover:bg-hover"
    >
      <Icon size={13} aria-hidden="true" className="shrink-0" />
      <bdi className="truncate">{what}</bdi>
      <X size={12} aria-hidden="true" className="shrink-0" />
    </button>
  );
}
