import { clsx } from "clsx";
import { Check, Plus, SearchX } from "lucide-react";
import { useContext, useEffect, useRef, useState } from "react";
import { Catalog, nameOf, useWidget } from "../../kernel/widgets/catalog.ts";
import { type CatalogEntry, CATEGORIES, type Category } from "../../kernel/widgets/widget.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";

export type Chosen = { key: string; name: string; size: CatalogEntry["size"] };

/** The pressed button says so for a moment before the component stands on the dashboard. */
const ADD_AFTER_MS = 150;

type LibraryProps = {
  /** Keys that stand on the dashboard already. */
  present: ReadonlySet<string>;
  onAdd: (chosen: Chosen) => void;
  /** Whether everybody may have a component, for whoever decides that. */
  forEverybody?: { isOn: (id: string) => boolean; onSwitch: (id: string, isOn: boolean) => void };
  /** "page" fills its width, "dialog" has two columns. */
  isNarrow?: boolean;
};

/** Every component with a preview: searched for, by category, and added by one press. */
export function Library({ isNarrow = false, ...given }: LibraryProps) {
  const catalog = useContext(Catalog);
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState<Category | null>(null);
  const found = catalog.filter(
    (entry) => (category === null || entry.category === category) && isFound(entry, query),
  );
  return (
    <div className="flex flex-col gap-4">
      <input
        type="search"
        aria-label={t("Search components")}
        placeholder={t("Search components...")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className={`${inputClass} h-9 max-w-xl`}
      />
      <div role="group" aria-label={t("Categories")} className="flex flex-wrap gap-1.5">
        {[null, ...CATEGORIES].map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            aria-pressed={one === category}
            onClick={() => setCategory(one)}
            className="tap h-8 rounded-full border border-line-strong px-3 text-sm hover:bg-hover aria-pressed:border-accent-fill aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {one ?? t("All")}
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX size={20} />} title={t("No components found")}>
          {t("Try adjusting your search terms or category filter")}
        </EmptyState>
      ) : (
        <ul className={clsx("grid gap-4", isNarrow ? "sm:grid-cols-2" : "sm:grid-cols-2 xl:grid-cols-3")}>
          {found.map((entry) => (
            <LibraryCard key={entry.id} entry={entry} {...given} />
          ))}
        </ul>
      )}
    </div>
  );
}

function isFound({ name, description, tags }: CatalogEntry, query: string): boolean {
  const sought = folded(query.trim());
  return [name, description, ...tags].some((words) => folded(words).includes(sought));
}

type CardProps = Omit<LibraryProps, "isNarrow"> & { entry: CatalogEntry };

function LibraryCard({ entry, present, onAdd, forEverybody }: CardProps) {
  const [member, setMember] = useState(entry.componentKey);
  const [isAdding, setIsAdding] = useState(false);
  const { icon: Icon, name, description, category, members, size } = entry;
  const add = () => {
    setIsAdding(true);
    setTimeout(() => {
      setIsAdding(false);
      onAdd({ key: member, name: nameOf(entry, member), size });
    }, ADD_AFTER_MS);
  };
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-md border border-line bg-panel">
      <Preview componentKey={member} />
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <Icon size={16} aria-hidden="true" className="shrink-0 text-muted" /> {name}
          <span className="ms-auto text-xs font-normal text-faint">{category}</span>
        </h2>
        <p className="text-sm text-muted">{description}</p>
        {forEverybody && (
          <Switch
            label={t("Available to everyone on this server")}
            isOn={forEverybody.isOn(entry.id)}
            onChange={(isOn) => forEverybody.onSwitch(entry.id, isOn)}
          />
        )}
        <div className="mt-auto flex items-end gap-2 pt-3">
          {members && (
            <div className="min-w-0 flex-1">
              <Select label={t("Show")} value={member} onChange={(event) => setMember(event.target.value)}>
                {Object.entries(members).map(([key, words]) => (
                  <option key={key} value={key}>
                    {words}
                  </option>
                ))}
              </Select>
            </div>
          )}
          {present.has(member) && (
            <span className="flex items-center gap-1 text-xs text-muted">
              <Check size={13} aria-hidden="true" /> {t("On the dashboard")}
            </span>
          )}
          <Button
            className="ms-auto"
            isBusy={isAdding}
            onClick={add}
            aria-label={t("Add {name}", { name: nameOf(entry, member) })}
          >
            <Plus size={15} aria-hidden="true" /> {t("Add")}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** On sample values; its code is fetched when it comes into sight. */
function Preview({ componentKey }: { componentKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: "100px" },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={place}
      inert
      aria-hidden="true"
      className="@container h-44 overflow-hidden border-b border-line bg-bg px-4 py-3"
    >
      {isSeen && <Seen componentKey={componentKey} />}
    </div>
  );
}

function Seen({ componentKey }: { componentKey: string }) {
  const { widget } = useWidget(componentKey);
  return widget ? <widget.Preview size="M" /> : <SkeletonRows count={3} />;
}
