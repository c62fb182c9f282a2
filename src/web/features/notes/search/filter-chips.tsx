import { X } from "lucide-react";
import { tagsInAddress, tagsOfAddress } from "../../../kernel/tags/tag-address.ts";
import type { ExplorerSearch } from "../list/explorer-choices.ts";
import { t } from "../../../lib/messages/t.ts";

type FilterChipsProps = { search: ExplorerSearch; onChange: (next: ExplorerSearch) => void };

/** The filters in force, each with a cross. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const tags = tagsOfAddress(search.tag);
  const chips = [
    ...tags.map((tag) => ({
      name: t("tag {tag}", { tag }),
      words: t("tag: {tag}", { tag }),
      without: { tag: tagsInAddress(tags.filter((other) => other !== tag)) || undefined },
    })),
    ...(search.category
      ? [
          {
            name: t("category"),
            words: t("category: {category}", { category: search.category }),
            without: { category: undefined },
          },
        ]
      : []),
    ...(search.has === "tasks"
      ? [{ name: t("open tasks"), words: t("with open tasks"), without: { has: undefined } }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("Filters")} className="flex flex-wrap gap-2 text-sm">
      {chips.map(({ name, words, without }) => (
        <li
          key={name}
          className="flex h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pr-0.5 pl-2.5 text-accent"
        >
          <span className="truncate">{words}</span>
          <button
            type="button"
            aria-label={t("Remove filter {name}", { name })}
            onClick={() => onChange(without)}
            className="tap grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover"
          >
            <X size={13} />
          </button>
        </li>
      ))}
    </ul>
  );
}
