import { clsx } from "clsx";
import { Check, ChevronRight, CornerDownLeft } from "lucide-react";
import { useEffect } from "react";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { Highlighted } from "../../ui/highlighted.tsx";
import type { PaletteItem, Section } from "./palette-items.ts";
import { t } from "../../lib/messages/t.ts";

type PaletteListProps = {
  id: string;
  sections: Section[];
  activeId: string | null;
  onPoint: (itemId: string) => void;
  onChoose: (item: PaletteItem, isNewTab: boolean) => void;
  onActions: (item: PaletteItem) => void;
};

export const optionId = (listId: string, itemId: string) => `${listId}-${itemId.replace(/[^\w-]/g, "_")}`;

/** The lines of the palette. The focus stays in the field above; it names the active line. */
export function PaletteList({ id, sections, activeId, onPoint, onChoose, onActions }: PaletteListProps) {
  useEffect(() => {
    if (activeId) document.getElementById(optionId(id, activeId))?.scrollIntoView({ block: "nearest" });
  }, [id, activeId]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("Results")}
      className="max-h-[min(26rem,60dvh)] scroll-py-8 overflow-y-auto p-1.5"
    >
      {sections.map((section) => (
        <div key={section.title} role="group" aria-label={section.title}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint">
            {section.title}
          </p>
          {section.items.map((item) => (
            <Line
              key={item.id}
              id={optionId(id, item.id)}
              item={item}
              isActive={item.id === activeId}
              onPoint={() => onPoint(item.id)}
              onChoose={(isNewTab) => onChoose(item, isNewTab)}
              onActions={item.actions && (() => onActions(item))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type LineProps = {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (isNewTab: boolean) => void;
  onActions: (() => void) | undefined;
};

function Line({ id, item, isActive, onPoint, onChoose, onActions }: LineProps) {
  const Icon = item.icon ?? CornerDownLeft;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-current={item.isCurrent}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      // A second mouse button and a long press do what Tab does.
      onContextMenu={(event) => onActions && (event.preventDefault(), onActions())}
      className={clsx(
        "flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 text-sm outline-none select-none pointer-coarse:min-h-11",
        isActive && "bg-pressed",
      )}
    >
      <Icon size={15} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate [&_mark]:bg-transparent">
        <bdi>
          <Highlighted text={item.marked ?? item.title} />
        </bdi>
        {item.about && (
          // The gap is on the side of the list, whatever side the words begin at.
          <span className="ms-2 text-xs text-muted">
            <bdi>
              <Highlighted text={item.about} />
            </bdi>
          </span>
        )}
      </span>
      {item.place && item.place.length > 0 && <Place names={item.place} />}
      {item.isCurrent && <Check size={14} aria-label={t("Current")} className="shrink-0 text-accent" />}
      {item.choices && <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />}
      {item.keys && (
        <kbd aria-hidden="true" className="shrink-0 font-sans text-xs text-muted pointer-coarse:hidden">
          {shortcutWords(item.keys)}
        </kbd>
      )}
    </div>
  );
}

/** The path of a folder; where it is too long, the folder itself stays to be read. */
function Place({ names }: { names: string[] }) {
  return (
    <span
      className="flex max-w-[40%] min-w-0 shrink-0 justify-end text-xs whitespace-pre text-faint"
      title={names.join(" / ")}
    >
      <span className="sr-only">{t("In folder")} </span>
      {names.length > 1 && (
        <>
          <bdi className="truncate">{names.slice(0, -1).join(" / ")}</bdi>
          <span>{" / "}</span>
        </>
      )}
      <bdi className="max-w-[75%] shrink-0 truncate">{names.at(-1)}</bdi>
    </span>
  );
}
