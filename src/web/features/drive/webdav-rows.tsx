import { clsx } from "clsx";
import { FileText, Folder as FolderIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { WebdavEntry } from "#contract/drive-webdav.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";

/** So many are drawn at once; the filter finds the others. */
const PAGE = 200;

type WebdavRowsProps = {
  entries: WebdavEntry[];
  chosen: ReadonlySet<string>;
  isFiltered: boolean;
  /** The folder that was left by going up: the keys go on from there. */
  left: string | null;
  onOpen: (entry: WebdavEntry) => void;
  onUp: (() => void) | null;
  onToggle: (entry: WebdavEntry) => void;
};

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** One stop of the Tab key: arrows move through the rows, Space chooses a file, Enter opens a folder, Backspace leads up. */
export function WebdavRows({ entries, chosen, isFiltered, left, onOpen, onUp, onToggle }: WebdavRowsProps) {
  const [start] = useState(() =>
    Math.max(
      0,
      entries.findIndex(({ id }) => id === left),
    ),
  );
  const [most, setMost] = useState(Math.max(PAGE, start + 1));
  const [at, setAt] = useState(start);
  const list = useRef<HTMLUListElement>(null);
  const shown = entries.slice(0, most);
  useEffect(() => {
    // The folder that was opened is gone with its row; what is typed into the filter keeps the keys.
    const { activeElement: active } = document;
    const isFree = !active || active === document.body || active.getAttribute("role") === "dialog";
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-row]");
    if (isFree)
      (rows?.[start] ?? [...document.querySelectorAll<HTMLElement>("[data-crumb]")].at(-1))?.focus();
  }, [start]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && onUp) onUp();
    else if (!KEYS[event.key]) return;
    event.preventDefault();
    const rows = [...list.current!.querySelectorAll<HTMLElement>("[data-row]")];
    rows[KEYS[event.key]?.(at, rows.length - 1) ?? -1]?.focus();
  };
  return (
    <ul
      ref={list}
      aria-label={t("Files and folders")}
      className="h-72 max-sm:h-[55dvh] divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {shown.map((entry, index) => (
        <li key={entry.id}>
          <Row
            {...{ entry, onOpen, onToggle }}
            isChosen={chosen.has(entry.id)}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setAt(index)}
            onKeyDown={handleKey}
          />
        </li>
      ))}
      {entries.length > most && (
        <li>
          <Button look="quiet" className="w-full pointer-coarse:h-11" onClick={() => setMost(most + PAGE)}>
            {t("Show more")}
          </Button>
        </li>
      )}
      {shown.length === 0 && (
        <li className="p-4 text-sm text-muted">
          {isFiltered ? t("Nothing here has this name.") : t("This folder is empty.")}
        </li>
      )}
    </ul>
  );
}

type RowProps = {
  entry: WebdavEntry;
  isChosen: boolean;
  tabIndex: number;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: (entry: WebdavEntry) => void;
  onToggle: (entry: WebdavEntry) => void;
};

const rowClass =
  "flex min-h-9 w-full cursor-pointer items-center gap-3 px-3 py-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-11";

function Row({ entry, isChosen, tabIndex, onFocus, onKeyDown, onOpen, onToggle }: RowProps) {
  const { name, isFolder, size, modifiedAt } = entry;
  const focus = { tabIndex, onFocus, onKeyDown, "data-row": "" };
  if (isFolder)
    return (
      <button
        type="button"
        {...focus}
        className={`${rowClass} -outline-offset-2`}
        onClick={() => onOpen(entry)}
      >
        <FolderIcon size={16} aria-hidden="true" className="shrink-0 text-muted" />
        <Name className="font-medium">{name}</Name>
      </button>
    );
  return (
    <label className={rowClass}>
      <input
        type="checkbox"
        {...focus}
        aria-label={name}
        checked={isChosen}
        className="size-4 shrink-0 accent-[var(--accent-fill)]"
        onChange={() => onToggle(entry)}
      />
      <FileText size={16} aria-hidden="true" className="shrink-0 text-faint max-sm:hidden" />
      <Name>{name}</Name>
      {size !== null && <span className="shrink-0 text-muted tabular-nums">{formatBytes(size)}</span>}
      {modifiedAt !== null && (
        <Time at={modifiedAt} className="w-20 shrink-0 text-end text-muted max-sm:hidden" />
      )}
    </label>
  );
}

/** Beside its sign whichever way it is written, and cut off where it ends. */
const Name = ({ children, className }: { children: string; className?: string }) => (
  <span className={clsx("min-w-0 flex-1", className)}>
    <bdi className="block w-fit max-w-full truncate">{children}</bdi>
  </span>
);
