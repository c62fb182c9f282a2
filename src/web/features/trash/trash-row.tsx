import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { RotateCcw, Trash2 } from "lucide-react";
import type { TrashItem } from "#contract/trash.ts";
import type { TrashedKind } from "../../kernel/trash-facet.ts";
import { Time } from "../../ui/dates/time.tsx";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { useTrashKinds } from "./trash-kinds.ts";
import { restoreItems } from "./trash-mutations.ts";
import { expiryWords, nameOf } from "./trash-words.ts";
import { t } from "../../lib/messages/t.ts";

type TrashRowProps = {
  item: TrashItem;
  isChecked: boolean;
  /** With Shift held: everything between this and the one before. */
  onCheck: (isChecked: boolean, isRange: boolean) => void;
  onErase: () => void;
};

function aboutOf(item: TrashItem, kind: TrashedKind): string {
  const parts = [kind.about?.(item), item.place && t("was in {place}", { place: item.place })];
  return [kind.singular, ...parts].filter(Boolean).join(" \u00b7 ");
}

export function TrashRow({ item, isChecked, onCheck, onErase }: TrashRowProps) {
  const kinds = useTrashKinds();
  const { icon: Icon, pathOf } = kinds[item.kind];
  const name = nameOf(item);
  return (
    <article
      className={clsx(
        "grid min-h-14 compact:min-h-9 compact:py-0.5 grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto]",
        isChecked ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <label className="grid size-6 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={t("Select {name}", { name })}
          checked={isChecked}
          onChange={(event) => onCheck(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
          className="size-4 accent-accent"
        />
      </label>
      <Icon size={16} className="shrink-0 text-faint" aria-hidden="true" />
      <div className="min-w-0">
        {pathOf ? (
          <Link to={pathOf(item.id) as string} className="block truncate font-medium hover:underline">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
        )}
        <p className="truncate text-sm text-muted compact:sr-only">{aboutOf(item, kinds[item.kind])}</p>
      </div>
      <p className="text-xs text-muted max-sm:col-start-3 max-sm:row-start-2 sm:text-right">
        <Time
          at={item.trashedAt}
          words={(when) => t("Deleted {trashedAt}", { trashedAt: when })}
          className="block"
        />
        <Time at={item.expiresAt} words={() => expiryWords(item.expiresAt)} className="block" />
      </p>
      <div className="flex items-center gap-1 max-sm:col-start-4 max-sm:row-span-2 max-sm:row-start-1">
        <RetryMark id={item.id} isCompact />
        <Button aria-label={t("Restore {name}", { name })} onClick={() => void restoreItems([item], kinds)}>
          <RotateCcw size={14} aria-hidden="true" /> <span className="max-sm:sr-only">{t("Restore")}</span>
        </Button>
        <IconButton label={t("Delete {name} permanently", { name })} onClick={onErase}>
          <Trash2 size={16} />
        </IconButton>
      </div>
    </article>
  );
}
