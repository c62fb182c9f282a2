import { ChevronDown, ChevronUp, Eye, EyeOff, Pin, PinOff } from "lucide-react";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { arrange, type Place, type PlaceGroup, PLACES, type SidebarChoices } from "./places.ts";
import { t } from "../../lib/messages/t.ts";

const TITLES: Record<PlaceGroup | "pinned", string> = {
  pinned: t("Pinned"),
  write: t("Write"),
  plan: t("Plan"),
  review: t("Review"),
  library: t("Library"),
};
const GROUPS = Object.keys(TITLES) as (PlaceGroup | "pinned")[];

/** Which places the sidebar shows and in what order; for every device of the account. */
export function CustomizeSidebarDialog({ onClose }: { onClose: () => void }) {
  const choices = usePreferences()?.settings.sidebar ?? {};
  const save = (sidebar: SidebarChoices | null) =>
    void changePreferences(
      { settings: { sidebar: sidebar && { ...choices, ...sidebar } } },
      { words: t("Customized the sidebar"), isQuiet: true },
    );
  const hidden = choices.hidden ?? [];
  const arranged = arrange({ ...choices, hidden: [] });
  return (
    <Dialog
      title={t("Customize sidebar")}
      description={t("Hide what you don't use. Pinned places stand at the top.")}
      isOpen
      onClose={onClose}
    >
      <div className="-mx-2 flex max-h-[60dvh] flex-col gap-3 overflow-y-auto px-2">
        {GROUPS.filter((group) => arranged[group].length > 0).map((group) => (
          <section key={group} aria-label={TITLES[group]}>
            <h3 className="pb-1 text-xs font-medium text-muted">{TITLES[group]}</h3>
            <ul>
              {arranged[group].map((place, index) => (
                <Row
                  key={place.id}
                  place={place}
                  isHidden={hidden.includes(place.id) && group !== "pinned"}
                  isPinned={group === "pinned"}
                  isFirst={index === 0}
                  isLast={index === arranged[group].length - 1}
                  onHide={(isHidden) => save({ hidden: withOrWithout(hidden, place.id, isHidden) })}
                  onPin={(isPinned) =>
                    save({ pinned: withOrWithout(choices.pinned ?? [], place.id, isPinned) })
                  }
                  onMove={(step) => save(moved(arranged, group, index, step))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button look="quiet" onClick={() => save(null)}>
          {t("Reset")}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const withOrWithout = (ids: readonly string[], id: string, isIn: boolean): string[] => [
  ...ids.filter((other) => other !== id),
  ...(isIn ? [id] : []),
];

/** One step up or down within its group. */
function moved(
  arranged: Record<PlaceGroup | "pinned", Place[]>,
  group: PlaceGroup | "pinned",
  index: number,
  step: number,
): SidebarChoices {
  const ids = arranged[group].map(({ id }) => id);
  const [id] = ids.splice(index, 1);
  ids.splice(index + step, 0, id!);
  if (group === "pinned") return { pinned: ids };
  const groups = Object.keys(PLACES) as PlaceGroup[];
  return { order: groups.flatMap((key) => (key === group ? ids : arranged[key].map((place) => place.id))) };
}

type RowProps = {
  place: Place;
  isHidden: boolean;
  isPinned: boolean;
  isFirst: boolean;
  isLast: boolean;
  onHide: (isHidden: boolean) => void;
  onPin: (isPinned: boolean) => void;
  onMove: (step: number) => void;
};

function Row({ place, isHidden, isPinned, isFirst, isLast, onHide, onPin, onMove }: RowProps) {
  const { label: name, icon: Icon } = place;
  return (
    <li className="flex h-9 items-center gap-2 rounded-md ps-2 hover:bg-hover pointer-coarse:h-11">
      <Icon size={16} className="shrink-0 text-muted" aria-hidden="true" />
      <span className={isHidden ? "min-w-0 flex-1 truncate text-faint" : "min-w-0 flex-1 truncate"}>
        {name}
      </span>
      <IconButton label={t("Move {name} up", { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <ChevronUp size={15} />
      </IconButton>
      <IconButton label={t("Move {name} down", { name })} disabled={isLast} onClick={() => onMove(1)}>
        <ChevronDown size={15} />
      </IconButton>
      <IconButton
        label={isPinned ? t("Unpin {name}", { name }) : t("Pin {name}", { name })}
        isOn={isPinned}
        onClick={() => onPin(!isPinned)}
      >
        {isPinned ? <PinOff size={15} /> : <Pin size={15} />}
      </IconButton>
      <IconButton
        label={isHidden ? t("Show {name}", { name }) : t("Hide {name}", { name })}
        disabled={isPinned}
        isOn={isHidden}
        onClick={() => onHide(!isHidden)}
      >
        {isHidden ? <EyeOff size={15} /> : <Eye size={15} />}
      </IconButton>
    </li>
  );
}
