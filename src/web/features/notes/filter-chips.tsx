import { X } from "lucide-react";

/** The filters in force, each with a cross. */
export function FilterChips({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <div className="flex flex-wrap gap-2 text-sm">
      <span className="flex h-7 items-center gap-1 rounded-md bg-accent-soft pr-0.5 pl-2.5 text-accent">
        tag: {tag}
        <button
          type="button"
          aria-label={`Remove filter tag ${tag}`}
          onClick={onRemove}
          className="tap grid size-6 place-items-center rounded-md hover:bg-hover"
        >
          <X size={13} />
        </button>
      </span>
    </div>
  );
}
