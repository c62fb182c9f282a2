import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Ellipsis, Hash, LockKeyhole, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { isStricter } from "#contract/shared/ai-access.ts";
import type { Tag } from "#contract/tags.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { api } from "../../platform/api.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { tagMark } from "./tag-mutations.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const FenceMark = deferred(async () => (await import("../../kernel/ai-access/fence-mark.tsx")).FenceMark);

/** More than these are shown when asked for. */
const SHOWN = 15;

type TagPanelProps = { chosen: readonly string[]; onToggle: (tag: string) => void };

/** All tags with their notes' number; a press filters by one, or by several at once. */
export function TagPanel({ chosen, onToggle }: TagPanelProps) {
  const { data } = useQuery(api.tags.list.queryOptions({ input: {} }));
  const [isWhole, setIsWhole] = useState(false);
  const tags = data?.tags ?? [];
  if (tags.length === 0) return null;
  const shown = isWhole ? tags : tags.filter(({ name }, index) => index < SHOWN || chosen.includes(name));
  return (
    <section aria-labelledby="tags-heading">
      <h2 id="tags-heading" className="flex h-8 items-center pl-2.5 text-xs font-medium text-faint">
        {t("Tags")}
      </h2>
      <ul>
        {shown.map((tag) => (
          <TagLine key={tag.name} tag={tag} isChosen={chosen.includes(tag.name)} onToggle={onToggle} />
        ))}
      </ul>
      {shown.length < tags.length && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="tap h-8 rounded-md px-2.5 text-xs text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11"
        >
          {plural(tags.length, { other: "All {count} tags" })}
        </button>
      )}
    </section>
  );
}

function TagLine({
  tag,
  isChosen,
  onToggle,
}: {
  tag: Tag;
  isChosen: boolean;
  onToggle: (tag: string) => void;
}) {
  const { name, noteCount, aiAccess } = tag;
  return (
    <li>
      <div
        role="presentation"
        className={clsx(
          "group relative flex h-8 items-center rounded-md pr-0.5 text-sm transition-colors pointer-coarse:h-11",
          isChosen ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
        )}
        onContextMenu={(event) => {
          if (event.altKey) return;
          event.preventDefault();
          event.currentTarget.querySelector<HTMLElement>("[aria-haspopup]")?.click();
        }}
      >
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={plural(
            noteCount,
            { one: "{name}, {count} note", other: "{name}, {count} notes" },
            { name },
          )}
          onClick={() => onToggle(name)}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-2.5 text-left row-link"
        >
          <Hash size={14} className="shrink-0 text-faint" aria-hidden="true" />
          <bdi className="truncate" title={name}>
            {name}
          </bdi>
        </button>
        {isStricter(aiAccess, "any") && (
          <FenceMark aiAccess={aiAccess} onPress={() => openDialog({ kind: "tag-access", tag })} />
        )}
        <RetryMark id={tagMark(name)} isCompact />
        <span className="relative grid size-7 shrink-0 place-content-center place-items-center pointer-coarse:size-11">
          <span className="text-xs text-faint tabular-nums pointer-coarse:hidden pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0">
            {noteCount}
          </span>
          <Menu
            trigger={
              <IconButton
                label={t("Actions for tag {name}", { name })}
                className="pointer-fine:absolute! pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 pointer-fine:data-popup-open:opacity-100"
              >
                <Ellipsis size={15} />
              </IconButton>
            }
          >
            <MenuItem
              icon={<PencilLine size={15} />}
              onSelect={() => openDialog({ kind: "rename-tag", tag })}
            >
              {t("Rename...")}
            </MenuItem>
            <MenuItem
              icon={<LockKeyhole size={15} />}
              onSelect={() => openDialog({ kind: "tag-access", tag })}
            >
              {t("AI Access...")}
            </MenuItem>
            <MenuItem
              icon={<Trash2 size={15} />}
              isDanger
              onSelect={() => openDialog({ kind: "remove-tag", tag })}
            >
              {t("Remove...")}
            </MenuItem>
          </Menu>
        </span>
      </div>
    </li>
  );
}
