import { X } from "lucide-react";
import { tagsInAddress, tagsOfAddress } from "../../../kernel/tags/tag-address.ts";
import type { ExplorerSearch } from "../list/explorer-choices.ts";

type FilterChipsProps = { search: ExplorerSearch; onChange: (next: ExplorerSearch) => void };

/** The filters in force, each with a cross. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const tags = tagsOfAddress(search.tag);
  const chips = [
    ...tags.map((tag) => ({
      name: `tag ${tag}`,
      words: `tag: ${tag}`,
      without: { tag: tagsInAddress(tags.filter((other) => other !== tag)) || undefined },
    })),
    ...(search.category
      ? [{ name: "category", words: `category: ${search.category}`, without: { category: undefined } }]
      : []),
    ...(search.has === "tasks"
      ? [{ name: "open tasks", words: "with open tasks", without: { has: undefined } }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2 text-sm">
      {chips.map(({ name, words, without }) => (
        <li
          key={name}
          className="flex h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pr-0.5 pl-2.5 text-accent"
        >
          <span className="truncate">{words}</span>
          <button
            type="button"
            aria-label={`Remove filter ${name}`}
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
