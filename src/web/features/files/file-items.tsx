import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { ListedFile } from "#contract/files.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { Time } from "../../ui/dates/time.tsx";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { FileMenu } from "./file-menu.tsx";
import { FilePicture } from "./file-picture.tsx";
import type { FilesSearch } from "./files-query.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const CARD_WIDTH = 190;
const MOST_COLUMNS = 8;
const AHEAD = 8;
const templates = [
  "",
  "grid-cols-1",
  "grid-cols-2",
  "grid-cols-3",
  "grid-cols-4",
  "grid-cols-5",
  "grid-cols-6",
  "grid-cols-7",
  "grid-cols-8",
];

type ItemProps = {
  search: FilesSearch;
  chosen: ReadonlySet<string>;
  onCheck: (file: ListedFile, isChecked: boolean, isRange: boolean) => void;
  onOpen: (file: ListedFile) => void;
  onRename: (file: ListedFile) => void;
};
type FileItemsProps = ItemProps & {
  files: ListedFile[];
  isList: boolean;
  isBusy: boolean;
  onEnd: () => void;
};

/** Follows the width of an element in whole cards; a phone has room for two. */
function useColumns() {
  const place = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(4);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      setColumns(Math.max(width < 300 ? 1 : 2, Math.min(MOST_COLUMNS, Math.floor(width / CARD_WIDTH))));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { place, columns };
}

/** The files as cards or as lines; only those in sight are drawn. */
export function FileItems({ files, isList, isBusy, onEnd, ...item }: FileItemsProps) {
  const { place, columns: fitting } = useColumns();
  const columns = isList ? 1 : fitting;
  const list = useRef<VListHandle>(null);
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(files.length / columns) }, (_, row) =>
        files.slice(row * columns, (row + 1) * columns),
      ),
    [files, columns],
  );
  const handleScroll = () => {
    const handle = list.current;
    if (handle && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) >= rows.length - AHEAD)
      onEnd();
  };
  return (
    <div ref={place} className="h-full">
      <VList
        ref={list}
        data={rows}
        itemSize={isList ? 56 : 204}
        onScroll={handleScroll}
        className="scroll-py-2 px-3 pt-1 pb-20"
        aria-label={t("Files")}
        role="list"
        aria-busy={isBusy}
      >
        {(row) => (
          <div key={row[0]?.id} className={clsx(!isList && "grid gap-3 pb-3", !isList && templates[columns])}>
            {row.map((file) => (
              <div key={file.id} role="listitem" className="min-w-0">
                {isList ? <FileRow file={file} {...item} /> : <FileCard file={file} {...item} />}
              </div>
            ))}
          </div>
        )}
      </VList>
    </div>
  );
}

type OneProps = ItemProps & { file: ListedFile };

function FileCard({ file, search, chosen, onCheck, onOpen, onRename }: OneProps) {
  const isChosen = chosen.has(file.id);
  return (
    <article
      className={clsx(
        "relative flex flex-col overflow-hidden rounded-md border transition-colors",
        isChosen ? "border-accent bg-accent-soft" : "border-line hover:border-line-strong",
      )}
    >
      <div className="h-32 bg-pressed p-1">
        <FilePicture file={file} />
      </div>
      <div className="flex items-center gap-1 py-1.5 ps-2.5 pe-1">
        <div className="min-w-0 flex-1">
          <FileLink file={file} search={search} />
          <p className="truncate text-xs text-muted">
            {formatBytes(file.size)} <Uses file={file} />
          </p>
        </div>
        <RetryMark id={file.id} isCompact />
        <span className="relative">
          <FileMenu file={file} onOpen={() => onOpen(file)} onRename={() => onRename(file)} />
        </span>
      </div>
      <span className="absolute top-1 left-1 pointer-coarse:top-0 pointer-coarse:left-0">
        <Check file={file} isChosen={isChosen} onCheck={onCheck} isOver />
      </span>
    </article>
  );
}

function FileRow({ file, search, chosen, onCheck, onOpen, onRename }: OneProps) {
  const isChosen = chosen.has(file.id);
  return (
    <article
      className={clsx(
        "relative flex h-14 items-center gap-3 rounded-md px-1",
        isChosen ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <span className="relative z-10">
        <Check file={file} isChosen={isChosen} onCheck={onCheck} />
      </span>
      <span className="grid size-10 shrink-0 overflow-hidden rounded-md bg-pressed">
        <FilePicture file={file} isSmall />
      </span>
      <div className="min-w-0 flex-1">
        <FileLink file={file} search={search} />
        <p className="truncate text-xs text-muted">
          {formatBytes(file.size)} <Uses file={file} />
        </p>
      </div>
      <Time at={file.createdAt} className="shrink-0 text-xs text-muted max-sm:hidden" />
      <RetryMark id={file.id} isCompact />
      <span className="relative">
        <FileMenu file={file} onOpen={() => onOpen(file)} onRename={() => onRename(file)} />
      </span>
    </article>
  );
}

/** The whole card is its link, so that it opens, and opens elsewhere, like any other. */
function FileLink({ file, search }: { file: ListedFile; search: FilesSearch }) {
  return (
    <Link
      to="/app/files"
      search={{ ...search, file: file.id } as never}
      title={file.name}
      dir="auto"
      className="block w-fit max-w-full truncate text-sm font-medium row-link"
    >
      {file.name}
    </Link>
  );
}

const Uses = ({ file: { uses, projectId } }: { file: ListedFile }) => (
  <span className="text-faint">
    {"\u00b7"}{" "}
    {uses > 0
      ? plural(uses, { one: "in {count} note", other: "in {count} notes" })
      : projectId
        ? t("in a project")
        : t("not used")}
  </span>
);

type CheckProps = Pick<ItemProps, "onCheck"> & {
  file: ListedFile;
  isChosen: boolean;
  /** It lies on a picture, and has to stand out. */
  isOver?: boolean;
};

function Check({ file, isChosen, onCheck, isOver = false }: CheckProps) {
  return (
    <label className="relative grid size-7 place-items-center pointer-coarse:size-11">
      <span className={clsx("grid size-6 place-items-center rounded-md", isOver && "bg-raised")}>
        <input
          type="checkbox"
          aria-label={t("Select {name}", { name: file.name })}
          checked={isChosen}
          onChange={(event) =>
            onCheck(file, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
          }
          className="size-4 accent-accent"
        />
      </span>
    </label>
  );
}
