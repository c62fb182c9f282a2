import { ArrowDownUp, Check, Filter, LayoutGrid, List, ListFilter, Table2 } from "lucide-react";
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
  /** Filters and order behind one button. */
  isOneButton?: boolean;
  search: ExplorerSearch;
  choices: ListChoices;
  onChange: (next: ExplorerSearch) => void;
  /** Absent where there is one layout only. */
  onLayout?: (layout: Layout) => void;
  onSort: (sort: Sort, order: ListChoices["order"]) => void;
};

/** How a list is filtered, ordered and drawn. */
export function ListTools(props: ListToolsProps) {
  const { isSearch, isOneButton, choices, onLayout } = props;
  return (
    <div className="flex shrink-0 items-center gap-1">
      {!isSearch && isOneButton && <FilterAndSortMenu {...props} />}
      {!isSearch && !isOneButton && (
        <>
          <FilterMenu {...props} />
          <SortMenu {...props} />
        </>
      )}
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

type FilterProps = Pick<ListToolsProps, "search" | "onChange">;
type SortProps = Pick<ListToolsProps, "choices" | "onSort">;

const trigger = buttonClass("quiet", "px-2! pointer-coarse:h-11");

function FilterMenu(props: FilterProps) {
  return (
    <Menu
      trigger={
        <button type="button" className={trigger}>
          <Filter size={15} /> <span className="max-md:sr-only">{t("Filter")}</span>
        </button>
      }
    >
      <FilterItems {...props} />
    </Menu>
  );
}

function SortMenu(props: SortProps) {
  const current = sorts.find(({ sort }) => sort === props.choices.sort)!;
  return (
    <Menu
      trigger={
        <button type="button" className={trigger}>
          <ArrowDownUp size={15} />
          <span className="sr-only">{t("Sort by:")} </span>
          <span className="max-md:sr-only">{current.label}</span>
        </button>
      }
    >
      <SortItems {...props} />
    </Menu>
  );
}

/** Both behind one button, where there is little room. */
function FilterAndSortMenu({ search, onChange, choices, onSort }: FilterProps & SortProps) {
  return (
    <Menu
      trigger={
        <button type="button" className={trigger}>
          <ListFilter size={18} /> <span className="sr-only">{t("Filter and sort")}</span>
        </button>
      }
    >
      <SortItems choices={choices} onSort={onSort} />
      <MenuDivider />
      <FilterItems search={search} onChange={onChange} />
    </Menu>
  );
}

function FilterItems({ search, onChange }: FilterProps) {
  const isFavorites = search.view === "favorites";
  const hasTasks = search.has === "tasks";
  const categories = knownCategories();
  return (
    <>
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
    </>
  );
}

function SortItems({ choices, onSort }: SortProps) {
  const current = sorts.find(({ sort }) => sort === choices.sort)!;
  return (
    <>
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
    </>
  );
}
