import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { RotateCcw, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { TrashItem, TrashKind } from "#contract/trash.ts";
import type { TrashedKind } from "../../kernel/trash-facet.ts";
import { api } from "../../platform/api.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EraseDialog, type Erasing } from "./erase-dialog.tsx";
import { useTrashKinds } from "./trash-kinds.ts";
import { emptyTrash, eraseItems, restoreItems, sumOf, useLeaving } from "./trash-mutations.ts";
import { TrashRow } from "./trash-row.tsx";
import { useChosen } from "./use-chosen.ts";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

const PAGE_SIZE = 100;
const AHEAD = 20;

function useTrash(kind: TrashKind | undefined) {
  return useInfiniteQuery(
    api.trash.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ kind, cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      staleTime: 0,
      placeholderData: (previous) => previous,
    }),
  );
}

/** What was deleted, until when they stay, and both ways out of here. */
export function TrashScreen() {
  const [kind, setKind] = useState<TrashKind | undefined>();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTrash(kind);
  const leaving = useLeaving(({ ids }) => ids);
  const items = data?.pages.flatMap((page) => page.items.filter(({ id }) => !leaving.has(id))) ?? [];
  const { chosen, check, checkAll, forget } = useChosen(items);
  const [erasing, setErasing] = useState<Erasing | null>(null);
  const counts = data?.pages[0]?.counts;
  const kinds = useTrashKinds();
  if (isPending) return <SkeletonRows className="px-1" />;
  if (error && !data)
    return (
      <div
        role="alert"
        className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted"
      >
        <p>{t("Can't load the trash while offline.")}</p>
        <Button onClick={() => void refetch()}>{t("Try again")}</Button>
      </div>
    );
  const restore = () => {
    void restoreItems(chosen, kinds);
    forget();
  };
  const erase = async (meant: Erasing) => {
    setErasing(null);
    forget();
    await (meant.isAll ? emptyTrash(kinds) : eraseItems(meant.items, kinds));
  };
  return (
    <div className="flex h-full flex-col">
      {/* A trash with nothing in it needs no tools; while one kind is shown, the way back to all stays. */}
      {(items.length > 0 || kind) && (
        <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
          <KindFilter kind={kind} onKind={setKind} />
          <span className="flex-1" />
          <Tools
            items={items}
            chosen={chosen}
            onAll={checkAll}
            onRestore={restore}
            onErase={() => setErasing({ isAll: false, items: chosen })}
            onEmpty={() => setErasing({ isAll: true, items: [], count: counts ? sumOf(counts) : 0 })}
          />
        </div>
      )}
      {items.length === 0 ? (
        <EmptyState
          icon={<Trash2 size={20} />}
          title={kind ? t("Nothing of this type") : t("The trash is empty")}
          action={
            kind ? (
              <Button onClick={() => setKind(undefined)}>{t("Show everything")}</Button>
            ) : (
              <Link to={"/app/explorer" as string} className={buttonClass()}>
                {t("Go to your notes")}
              </Link>
            )
          }
        >
          {t("Deleted notes, folders, files and tasks stay here for 30 days and can be restored.")}
        </EmptyState>
      ) : (
        <Rows
          items={items}
          chosen={chosen}
          onCheck={check}
          onErase={(item) => setErasing({ isAll: false, items: [item] })}
          onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
        />
      )}
      {erasing && (
        <EraseDialog erasing={erasing} onClose={() => setErasing(null)} onErase={() => void erase(erasing)} />
      )}
    </div>
  );
}

function KindFilter({
  kind,
  onKind,
}: {
  kind: TrashKind | undefined;
  onKind: (kind: TrashKind | undefined) => void;
}) {
  const kinds = Object.entries(useTrashKinds()) as [TrashKind, TrashedKind][];
  const filters = [
    { value: undefined, label: t("All") },
    ...kinds.map(([value, { plural: label }]) => ({ value, label })),
  ];
  return (
    <div role="group" aria-label={t("Kind")} className="flex flex-wrap gap-1">
      {filters.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={kind === value}
          onClick={() => onKind(value)}
          className={clsx(
            "tap h-8 rounded-md px-2.5 text-sm pointer-coarse:h-11",
            kind === value ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-hover",
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type ToolsProps = {
  items: TrashItem[];
  chosen: TrashItem[];
  onAll: (isChecked: boolean) => void;
  onRestore: () => void;
  onErase: () => void;
  onEmpty: () => void;
};

function Tools({ items, chosen, onAll, onRestore, onErase, onEmpty }: ToolsProps) {
  const isAll = items.length > 0 && chosen.length === items.length;
  return (
    <>
      {items.length > 0 && (
        <label className="flex h-8 cursor-pointer items-center gap-2 px-1 text-sm text-muted pointer-coarse:h-11">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => onAll(event.target.checked)}
            className="size-4 accent-accent"
          />
          {chosen.length > 0 ? plural(chosen.length, { other: "{count} selected" }) : t("Select all")}
        </label>
      )}
      {chosen.length > 0 ? (
        <>
          <Button onClick={onRestore}>
            <RotateCcw size={14} aria-hidden="true" /> {t("Restore selected")}
          </Button>
          <Button onClick={onErase}>
            <Trash2 size={14} aria-hidden="true" /> {t("Delete permanently")}
          </Button>
        </>
      ) : (
        items.length > 0 && (
          <Button onClick={onEmpty}>
            <Trash2 size={14} aria-hidden="true" /> {t("Empty trash")}
          </Button>
        )
      )}
    </>
  );
}

type RowsProps = {
  items: TrashItem[];
  chosen: TrashItem[];
  onCheck: (item: TrashItem, isChecked: boolean, isRange: boolean) => void;
  onErase: (item: TrashItem) => void;
  onEnd: () => void;
};

function Rows({ items, chosen, onCheck, onErase, onEnd }: RowsProps) {
  const list = useRef<VListHandle>(null);
  const ids = new Set(chosen.map(({ id }) => id));
  const handleScroll = () => {
    const handle = list.current;
    if (handle && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) >= items.length - AHEAD)
      onEnd();
  };
  return (
    <VList
      ref={list}
      data={items}
      itemSize={60}
      onScroll={handleScroll}
      className="scroll-py-2 px-1 pb-6"
      aria-label={t("Trash")}
      role="list"
    >
      {(item) => (
        <div key={item.id} role="listitem" className="pb-0.5">
          <TrashRow
            item={item}
            isChecked={ids.has(item.id)}
            onCheck={(isChecked, isRange) => onCheck(item, isChecked, isRange)}
            onErase={() => onErase(item)}
          />
        </div>
      )}
    </VList>
  );
}
