import { clsx } from "clsx";
import { Globe } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Picture } from "#contract/gallery.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { t } from "../../lib/messages/t.ts";
import { nameOf } from "./use-picture.ts";

export type PictureGridProps = {
  pictures: Picture[];
  /** null: one is to be picked, and several cannot be chosen. */
  chosen: ReadonlySet<string> | null;
  openedId: string | null;
  onOpen: (picture: Picture) => void;
  onToggle: (picture: Picture, isRange: boolean) => void;
  onChooseAll: () => void;
  onRemove: (picture: Picture) => void;
};

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,45%),1fr))] gap-3 p-1";

/** Arrow keys lead from one to the next; Enter opens it, Space chooses it, Delete deletes what is chosen, or it. */
export function PictureGrid(props: PictureGridProps) {
  const { pictures, chosen, openedId, onOpen, onToggle } = props;
  const list = useRef<HTMLUListElement>(null);
  const { current, setCurrent, handleKey } = useGridKeys(list, props);
  return (
    <ul ref={list} aria-label={t("Pictures")} className={GRID}>
      {pictures.map((picture) => (
        <Cell
          key={picture.id}
          picture={picture}
          isCurrent={picture.id === current}
          isOpened={picture.id === openedId}
          isChosen={chosen?.has(picture.id) ?? null}
          onFocus={() => setCurrent(picture.id)}
          onKey={handleKey}
          onOpen={() => onOpen(picture)}
          onToggle={(isRange) => onToggle(picture, isRange)}
        />
      ))}
    </ul>
  );
}

type CellProps = {
  picture: Picture;
  isCurrent: boolean;
  isOpened: boolean;
  isChosen: boolean | null;
  onFocus: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onOpen: () => void;
  onToggle: (isRange: boolean) => void;
};

function Cell({ picture, isCurrent, isOpened, isChosen, onFocus, onKey, onOpen, onToggle }: CellProps) {
  const name = nameOf(picture);
  return (
    <li className="relative min-w-0 [contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
      <button
        type="button"
        data-picture={picture.id}
        aria-label={name}
        aria-current={isOpened || undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onOpen}
        onFocus={onFocus}
        onKeyDown={onKey}
        className={clsx(
          "relative block aspect-square w-full overflow-hidden rounded-md border bg-pressed",
          isOpened || isChosen ? "border-accent ring-1 ring-accent" : "border-line hover:border-line-strong",
        )}
      >
        <Thumb picture={picture} />
        {picture.isPublic && (
          <span className="absolute end-1.5 bottom-1.5 grid size-6 place-items-center rounded-md bg-raised text-muted">
            <Globe size={14} role="img" aria-label={t("Public")} />
          </span>
        )}
      </button>
      <div className="flex min-h-6 items-center gap-1 pt-1">
        <p dir="auto" className="min-w-0 flex-1 truncate text-xs text-muted" title={name} aria-hidden="true">
          {name}
        </p>
        <RetryMark id={picture.id} isCompact />
      </div>
      {isChosen !== null && (
        <label className="absolute start-1 top-1 grid size-7 place-items-center pointer-coarse:size-11">
          <span className="grid size-6 place-items-center rounded-md bg-raised">
            <input
              type="checkbox"
              aria-label={t("Select {name}", { name })}
              checked={isChosen}
              tabIndex={isCurrent ? 0 : -1}
              onFocus={onFocus}
              onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
              className="size-4 accent-accent"
            />
          </span>
        </label>
      )}
    </li>
  );
}

/** A video shows how it begins. */
function Thumb({ picture: { kind, url } }: { picture: Picture }) {
  const fit = "size-full object-cover";
  if (kind === "image")
    return <img src={`${url}/thumb`} alt="" loading="lazy" decoding="async" className={fit} />;
  return (
    <>
      <video
        src={`${url}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        className={fit}
      />
      <span className="absolute start-1.5 bottom-1.5 rounded-md bg-raised px-1.5 py-0.5 text-xs text-muted">
        {t("Video")}
      </span>
    </>
  );
}

/** One picture at a time is in the order of Tab: the one that had the focus last. */
function useGridKeys(
  list: { current: HTMLUListElement | null },
  { pictures, chosen, onToggle, onChooseAll, onRemove }: PictureGridProps,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const at = Math.max(
    0,
    pictures.findIndex(({ id }) => id === focused),
  );
  /** Where the focus goes when what had it is gone. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const cells = cellsOf(list.current);
    cells[Math.min(next.current, cells.length - 1)]?.focus();
    next.current = null;
  }, [pictures, list]);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const picture = pictures[at];
    if (!picture || event.altKey) return;
    const to = stepOf(event, at, list.current);
    if (to !== null) cellsOf(list.current)[Math.max(0, Math.min(pictures.length - 1, to))]?.focus();
    else if (chosen === null) return;
    else if (event.key === " ") onToggle(picture, event.shiftKey);
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) onChooseAll();
    else if (event.key === "Delete") {
      next.current = pictures
        .slice(0, at)
        .filter(({ id }) => !chosen.has(picture.id) || !chosen.has(id)).length;
      onRemove(picture);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { current: pictures[at]?.id ?? null, setCurrent: setFocused, handleKey };
}

const cellsOf = (list: HTMLUListElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[data-picture]") ?? []),
];

/** The place a key leads to; null for one that leads nowhere. */
function stepOf(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  at: number,
  list: HTMLUListElement | null,
): number | null {
  if (!list || ctrlKey || metaKey) return null;
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const steps: Record<string, number> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    ArrowDown: at + columns,
    ArrowUp: at - columns < 0 ? at : at - columns,
    Home: 0,
    End: Infinity,
  };
  return steps[key] ?? null;
}

export const SkeletonGrid = () => (
  <div role="status" aria-label={t("Loading")} className={GRID}>
    {Array.from({ length: 12 }, (_, index) => (
      <span key={index} className="aspect-square animate-breathe rounded-md bg-pressed" />
    ))}
  </div>
);
