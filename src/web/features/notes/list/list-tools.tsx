import { clsx } from "clsx";
import { ArrowDownUp, Check, Filter, LayoutGrid, List, Table2 } from "lucide-react";
import { IconButton, buttonClass } from "../../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../../ui/overlay/menu.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import {
  type ExplorerSearch,
  type Layout,
  type ListChoices,
  naturalOrder,
  type Sort,
} from "./explorer-choices.ts";
import { knownCategories } from "../../../kernel/notes/note-cache.ts";
import { t } from "../../../lib/messages/t.ts";

const layouts = [
  { layout: "list", label: t("List"), icon: List },
  { layout: "grid", label: t("Grid"), icon: LayoutGrid },
  { layout: "table", label: t("Table"), icon: Table2 },
] as const;

const sorts: { sort: Sort; label: string; asc: string; desc: string }[] = [
  { sort: "updated", label: t("Last changed"), asc: t("Oldest first"), desc: t("Newest first") },
  { sort: "created", label: t("Created"), asc: t("Oldest first"), desc: t("Newest first") },
  { sort: "title", label: t("Title"), asc: t("A to Z"), desc: t("Z to A") },
  { sort: "words", label: t("Words"), asc: t("Shortest first"), desc: t("Longest first") },
];

type ListToolsProps = {
  /** What a search found has an order of its own, and is narrowed by the words of the search. */
  isSearch?: boolean;
  search: ExplorerSearch;
  choices: ListChoices;
  onChange: (next: ExplorerSearch) => void;
  /** Absent where there is one layout only. */
  onLayout?: (layout: Layout) => void;
  onSort: (sort: Sort, order: ListChoices["order"]) => void;
};

/** How a list is filtered, ordered and drawn. */
export function ListTools({ isSearch, search, choices, onChange, onLayout, onSort }: ListToolsProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      {!isSearch && <FilterMenu search={search} onChange={onChange} />}
      {!isSearch && <SortMenu choices={choices} onSort={onSort} />}
      {onLayout && (
        <div role="group" aria-label={t("Layout")} className="flex rounded-md border border-line">
          {layouts.map(({ layout, label, icon: Icon }) => (
            <Tooltip key={layout} words={label}>
              <IconButton
                label={label}
                isOn={choices.layout === layout}
                className="pointer-coarse:size-11"
                onClick={() => onLayout(layout)}
              >
                <Icon size={15} />
              </IconButton>
            </Tooltip>
          ))}
        </div>
      )}
    </div>
  );
}

const chosen = (isChosen: boolean) =>
  isChosen && <Check size={14} role="img" aria-label={t("selected")} className="text-accent" />;

function FilterMenu({ search, onChange }: Pick<ListToolsProps, "search" | "onChange">) {
  const isFavorites = search.view === "favorites";
  const hasTasks = search.has === "tasks";
  const categories = knownCategories();
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass("quiet", "px-2! pointer-coarse:h-11")}>
          <Filter size={15} /> <span className="max-md:sr-only">{t("Filter")}</span>
        </button>
      }
    >
      <MenuItem
        hint={chosen(isFavorites)}
        onSelect={() => onChange({ view: isFavorites ? undefined : "favorites" })}
      >
        {t("Favorites")}
      </MenuItem>
      <MenuItem hint={chosen(hasTasks)} onSelect={() => onChange({ has: hasTasks ? undefined : "tasks" })}>
        {t("With open tasks")}
      </MenuItem>
      {categories.length > 0 && <MenuDivider />}
      {categories.map((category) => (
        <MenuItem
          key={category}
          hint={chosen(search.category === category)}
          onSelect={() => onChange({ category: search.category === category ? undefined : category })}
        >
          {t("Category: {category}", { category })}
        </MenuItem>
      ))}
    </Menu>
  );
}

function SortMenu({ choices, onSort }: Pick<ListToolsProps, "choices" | "onSort">) {
  const current = sorts.find(({ sort }) => sort === choices.sort)!;
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass("quiet", "px-2! pointer-coarse:h-11")}>
          <ArrowDownUp size={15} />
          <span className="sr-only">{t("Sort by:")} </span>
          <span className={clsx("max-md:sr-only")}>{current.label}</span>
        </button>
      }
    >
      {sorts.map(({ sort, label }) => (
        <MenuItem
          key={sort}
          hint={chosen(sort === choices.sort)}
          onSelect={() => onSort(sort, naturalOrder(sort))}
        >
          {label}
        </MenuItem>
      ))}
      <MenuDivider />
      {(["asc", "desc"] as const).map((order) => (
        <MenuItem
          key={order}
          hint={chosen(order === choices.order)}
          onSelect={() => onSort(choices.sort, order)}
        >
          {current[order]}
        </MenuItem>
      ))}
    </Menu>
  );
}
