import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowDownUp, Check, Eraser, Ellipsis, Image, LayoutGrid, List, Search, Trash2 } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { openGallery } from "../../kernel/gallery/open-gallery.ts";
import { useTyped } from "../../lib/use-debounced.ts";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { UsageBar } from "./usage-bar.tsx";
import { cleanUpFiles } from "./file-mutations.ts";
import { choicesOf, type FilesSearch, KINDS, SORTS, usageOptions } from "./files-query.ts";
import { t } from "../../lib/messages/t.ts";

type FileToolsProps = { search: FilesSearch; onSearch: (next: FilesSearch, isStep?: boolean) => void };

/** What files are searched for, and behind it how they are filtered, ordered and drawn. */
export function FileTools({ search, onSearch }: FileToolsProps) {
  const { kind, isUnused } = choicesOf(search);
  const fixed = (
    <>
      <NameSearch value={search.q ?? ""} onChange={(q) => onSearch({ q })} />
      <MoreMenu />
    </>
  );
  return (
    <FilterFold search={fixed} inUse={[kind, isUnused].filter(Boolean).length}>
      <KindFilter search={search} onSearch={onSearch} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ms-auto sm:justify-end">
        <UsageBar />
        <div className="flex items-center gap-1">
          <SortMenu search={search} onSearch={onSearch} />
          <LayoutChoice search={search} onSearch={onSearch} />
        </div>
      </div>
    </FilterFold>
  );
}

function LayoutChoice({ search, onSearch }: FileToolsProps) {
  const { isList } = choicesOf(search);
  return (
    <div role="group" aria-label={t("Layout")} className="flex rounded-md border border-line">
      <Tooltip words={t("Grid")}>
        <IconButton
          label={t("Grid")}
          isOn={!isList}
          className="pointer-coarse:size-11"
          onClick={() => onSearch({ layout: "" }, true)}
        >
          <LayoutGrid size={15} />
        </IconButton>
      </Tooltip>
      <Tooltip words={t("List")}>
        <IconButton
          label={t("List")}
          isOn={isList}
          className="pointer-coarse:size-11"
          onClick={() => onSearch({ layout: "list" }, true)}
        >
          <List size={15} />
        </IconButton>
      </Tooltip>
    </div>
  );
}

function NameSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useTyped(value, 200, onChange);
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search
        size={15}
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={t("Search files")}
        placeholder={t("Search")}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        className={clsx(inputClass, "h-8 pl-8 text-sm text-ellipsis")}
      />
    </div>
  );
}

const chosen = (isChosen: boolean) =>
  isChosen && <Check size={14} role="img" aria-label={t("selected")} className="text-accent" />;

function SortMenu({ search, onSearch }: FileToolsProps) {
  const { sort, order } = choicesOf(search);
  const current = SORTS.find((known) => known.sort === sort)!;
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass("quiet", "px-2! pointer-coarse:h-11")}>
          <ArrowDownUp size={15} />
          <span className="sr-only">{t("Sort by:")} </span>
          <span className="max-md:sr-only">{current.label}</span>
        </button>
      }
    >
      {SORTS.map((known) => (
        <MenuItem
          key={known.sort}
          hint={chosen(known.sort === sort)}
          onSelect={() => onSearch({ sort: known.sort === "created" ? "" : known.sort, order: "" }, true)}
        >
          {known.label}
        </MenuItem>
      ))}
      <MenuDivider />
      {(["asc", "desc"] as const).map((way) => (
        <MenuItem
          key={way}
          hint={chosen(way === order)}
          onSelect={() => onSearch({ order: way === current.natural ? "" : way }, true)}
        >
          {current[way]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function MoreMenu() {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <IconButton label={t("More")} className="pointer-coarse:size-11">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<Image size={15} />} onSelect={() => openGallery()}>
        {t("Open Gallery")}
      </MenuItem>
      <MenuItem icon={<Eraser size={15} />} onSelect={() => void cleanUpFiles()}>
        {t("Clean Up Unused Files")}
      </MenuItem>
      <MenuItem
        icon={<Trash2 size={15} />}
        onSelect={() => void navigate({ to: "/app/explorer", search: { view: "trash" } })}
      >
        {t("Open Trash")}
      </MenuItem>
    </Menu>
  );
}

/** What kinds there are, with how many of each. */
function KindFilter({ search, onSearch }: FileToolsProps) {
  const { kind, isUnused } = choicesOf(search);
  const { data: usage } = useQuery(usageOptions());
  const countOf = (one: string) => usage?.kinds.find((known) => known.kind === one)?.files ?? 0;
  const all = usage?.kinds.reduce((sum, { files }) => sum + files, 0) ?? 0;
  return (
    <div role="group" aria-label={t("Kind")} className="flex flex-wrap gap-1">
      <Chip
        label={t("All")}
        count={all}
        isOn={!kind && !isUnused}
        onPress={() => onSearch({ kind: "", unused: "" }, true)}
      />
      {KINDS.map((known) => (
        <Chip
          key={known.kind}
          label={known.label}
          count={countOf(known.kind)}
          isOn={kind === known.kind}
          onPress={() => onSearch({ kind: kind === known.kind ? "" : known.kind }, true)}
        />
      ))}
      <Chip
        label={t("Unused")}
        isOn={isUnused}
        onPress={() => onSearch({ unused: isUnused ? "" : "yes" }, true)}
      />
    </div>
  );
}

type ChipProps = { label: string; count?: number; isOn: boolean; onPress: () => void };

function Chip({ label, count, isOn, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={clsx(
        "tap h-8 rounded-md px-2.5 text-sm pointer-coarse:h-11",
        isOn ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-hover",
      )}
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="ms-1.5 text-xs tabular-nums opacity-80">{count}</span>
      )}
    </button>
  );
}
