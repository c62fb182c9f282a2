import { clsx } from "clsx";
import { ChevronDown, Search, Upload as UploadIcon } from "lucide-react";
import { useRef } from "react";
import { t } from "../../lib/messages/t.ts";
import { useTyped } from "../../lib/use-debounced.ts";
import { useUploads } from "../../platform/uploads/uploads.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ACCEPTED, addPictures } from "./add-pictures.ts";
import { type GallerySearch, useGalleryTags } from "./gallery-query.ts";

type GalleryToolsProps = { search: GallerySearch; onSearch: (next: Partial<GallerySearch>) => void };

/** What is searched for, by which tag, and the way in. */
export function GalleryTools({ search, onSearch }: GalleryToolsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      <WordSearch value={search.query} onChange={(query) => onSearch({ query })} />
      <TagFilter tag={search.tag} onChange={(tag) => onSearch({ tag })} />
      <UploadButton look="primary" className="ms-auto" />
    </div>
  );
}

function WordSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useTyped(value, 200, onChange);
  return (
    <div role="search" className="relative w-full sm:w-auto sm:max-w-sm sm:min-w-40 sm:flex-1">
      <Search
        size={15}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-faint"
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={t("Search pictures")}
        placeholder={t("Search title, description, tags")}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        className={clsx(inputClass, "h-8 ps-8 text-sm text-ellipsis pointer-coarse:h-11")}
      />
    </div>
  );
}

/** Nothing where no picture has a tag. */
function TagFilter({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const tags = useGalleryTags();
  if (tags.length === 0 && !tag) return null;
  return (
    <div className="relative w-44 max-sm:w-auto max-sm:flex-1">
      <select
        aria-label={t("Tag")}
        value={tag}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(
          inputClass,
          "h-8 appearance-none pe-8 text-sm text-ellipsis pointer-coarse:h-11 [&>option]:bg-raised",
        )}
      >
        <option value="">{t("All tags")}</option>
        {tags.map((known) => (
          <option key={known.tag} value={known.tag}>
            {t("{tag} ({count})", known)}
          </option>
        ))}
      </select>
      <ChevronDown
        size={15}
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-faint"
        aria-hidden="true"
      />
    </div>
  );
}

type UploadButtonProps = { look?: "primary" | "plain"; className?: string };

/** More can be chosen while some are under way. */
export function UploadButton({ look = "plain", className }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isUploading = useUploads(({ uploads }) =>
    [...uploads.values()].some(({ into, state }) => into === "gallery" && state === "sending"),
  );
  return (
    <>
      <Button look={look} className={className} onClick={() => input.current?.click()}>
        {isUploading ? <Spinner size={14} /> : <UploadIcon size={15} />}
        {isUploading ? t("Uploading...") : t("Upload")}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label={t("Pictures to upload")}
        onChange={(event) => {
          const given = [...(event.target.files ?? [])];
          event.target.value = "";
          void addPictures(given);
        }}
      />
    </>
  );
}
