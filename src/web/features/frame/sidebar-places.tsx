import { usePreferences } from "../../kernel/workspace/frame.ts";
import { PlaceLink } from "./place-link.tsx";
import { arrange, type Place } from "./places.ts";
import { t } from "../../lib/messages/t.ts";

const TITLES = { pinned: t("Pinned"), write: t("Write"), plan: t("Plan"), review: t("Review") };
const GROUPS = ["pinned", "write", "plan", "review"] as const;

type SidebarPlacesProps = { isIcons: boolean; onToday: () => void };

/** The areas of Cairn, as far as they are not hidden, in groups that a gap tells apart. */
export function SidebarPlaces({ isIcons, onToday }: SidebarPlacesProps) {
  const groups = arrange(usePreferences()?.settings.sidebar);
  return (
    <div className="flex flex-col gap-3">
      {GROUPS.filter((key) => groups[key].length > 0).map((key) => (
        <PlaceList
          key={key}
          title={TITLES[key]}
          places={groups[key]}
          isIcons={isIcons}
          hasAbout
          onToday={onToday}
        />
      ))}
    </div>
  );
}

type PlaceListProps = {
  title: string;
  places: readonly Place[];
  isIcons: boolean;
  hasAbout?: boolean;
  onToday: () => void;
};

export function PlaceList({ title, places, isIcons, hasAbout = false, onToday }: PlaceListProps) {
  return (
    <ul aria-label={title} className="flex flex-col gap-0.5">
      {places.map((place) => (
        <li key={place.id}>
          <PlaceLink
            place={place}
            isIcons={isIcons}
            hasAbout={hasAbout}
            {...(place.id === "today" && { onOpen: onToday })}
          />
        </li>
      ))}
    </ul>
  );
}
