import { Search, X } from "lucide-react";
import { clsx } from "clsx";
import { useRef } from "react";
import { inputClass } from "../../../ui/field.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { handleFieldKey } from "./result-keys.ts";
import { useTypedNow } from "./use-typed-now.ts";
import { t } from "../../../lib/messages/t.ts";

const SearchHelp = deferred(() => import("./search-help.tsx").then((module) => module.SearchHelp));

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  className?: string;
  autoFocus?: boolean;
};

const FOCUS_AFTER_MS = 50;

export function SearchBox({ value: given, onChange: tell, className, autoFocus }: SearchBoxProps) {
  const [value, onChange] = useTypedNow(given, tell);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className={clsx("relative", className)}>
      <Search
        size={15}
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
        aria-hidden="true"
      />
      <input
        ref={field}
        type="search"
        aria-label={t("Search notes")}
        placeholder={t("Search notes, tag:name, in:folder")}
        value={value}
        autoFocus={autoFocus}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        enterKeyHint="search"
        onKeyDown={(event) => {
          if (event.key !== "Escape") handleFieldKey(event);
          else if (value) {
            event.preventDefault();
            onChange("");
          }
        }}
        className={clsx(
          inputClass,
          "h-8 border-line-strong! pr-8 pl-8 text-sm text-ellipsis focus-visible:border-accent! [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      {value ? (
        <button
          type="button"
          aria-label={t("Clear search")}
          onClick={() => onChange("")}
          className="tap absolute inset-y-0 right-1 my-auto grid size-6 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
        >
          <X size={14} />
        </button>
      ) : (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <SearchHelp
            onGive={(operator) => {
              onChange(operator);
              // The menu gives the focus back to its button first.
              setTimeout(() => field.current?.focus(), FOCUS_AFTER_MS);
            }}
          />
        </span>
      )}
    </div>
  );
}
