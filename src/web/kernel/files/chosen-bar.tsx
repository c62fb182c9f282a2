import { Trash2, X } from "lucide-react";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";

type ChosenBarProps = {
  /** Of the toolbar. */
  label: string;
  count: number;
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
  onRemove: () => void;
};

/** What can be done with several files or pictures at once. */
export function ChosenBar({ label, count, isAll, onAll, onClear, onRemove }: ChosenBarProps) {
  if (count === 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-20 flex justify-center px-2">
      <div
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1 shadow-pop"
      >
        <span role="status" className="px-1.5 text-sm whitespace-nowrap tabular-nums">
          {plural(count, { other: "{count} selected" })}
        </span>
        {!isAll && (
          <Button look="quiet" onClick={onAll}>
            {t("Select all")}
          </Button>
        )}
        <Button look="quiet" onClick={onRemove}>
          <Trash2 size={15} /> {t("Delete")}
        </Button>
        <IconButton label={t("Clear selection")} className="pointer-coarse:size-11" onClick={onClear}>
          <X size={16} />
        </IconButton>
      </div>
    </div>
  );
}
