import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { plural } from "../lib/messages/plural.ts";
import { t } from "../lib/messages/t.ts";
import { buttonClass } from "./button.tsx";

type FilterFoldProps = {
  /** What stays in sight: the words that are searched for. */
  search: ReactNode;
  /** How many of the filters are in use, which the button says while they are out of sight. */
  inUse: number;
  children: ReactNode;
};

/** A search with its filters; where there is little room the filters are behind one button. */
export function FilterFold({ search, inUse, children }: FilterFoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <div className="flex min-w-0 flex-1 items-center gap-1">{search}</div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={buttonClass(
            isOpen || inUse > 0 ? "plain" : "quiet",
            "px-3! sm:hidden pointer-coarse:h-11",
          )}
        >
          <ListFilter size={16} aria-hidden="true" />
          {t("Filter")}
          {inUse > 0 && (
            <span className="text-accent tabular-nums">
              {inUse}
              <span className="sr-only">
                {" "}
                {plural(inUse, { one: "filter in use", other: "filters in use" })}
              </span>
            </span>
          )}
        </button>
      </div>
      <div
        id={id}
        className={clsx("flex flex-wrap items-center gap-x-4 gap-y-2", !isOpen && "max-sm:hidden")}
      >
        {children}
      </div>
    </div>
  );
}
