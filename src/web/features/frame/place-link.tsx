import { Link, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { useDensity } from "../../kernel/workspace/density.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { type Place, placeAt } from "./places.ts";

/** A folder is marked in the tree, where that can be seen. */
function useCurrentPlace(isIcons: boolean): string | null {
  const isFolded = usePreferences()?.settings.sidebar?.isLibraryFolded ?? false;
  const hasTree = !isIcons && !isFolded;
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      hasTree && pathname.startsWith("/app/folders/") ? null : placeAt(pathname, search),
  });
}

const look = (isIcons: boolean, isComfortable: boolean) =>
  clsx(
    "tap group relative flex w-full shrink-0 items-center gap-2.5 rounded-md text-start text-sm transition-colors hover:bg-hover hover:text-ink",
    "aria-[current=page]:bg-pressed aria-[current=page]:text-ink",
    isIcons
      ? "h-8 justify-center pointer-coarse:h-11"
      : clsx(
          "px-2.5 py-1 pointer-coarse:min-h-11",
          isComfortable ? "min-h-9 @min-[12rem]:min-h-11" : "min-h-8",
        ),
  );

type PlaceLinkProps = { place: Place; isIcons: boolean; hasAbout?: boolean; onOpen?: () => void };

/** A place of the sidebar: icon, name, and what it is for where there is room. With `onOpen` it is no address but an action. */
export function PlaceLink({ place, isIcons, hasAbout = false, onOpen }: PlaceLinkProps) {
  const isCurrent = useCurrentPlace(isIcons) === place.id;
  const isCompact = useDensity() === "compact";
  const { to, search = {}, label, about } = place;
  const className = clsx(look(isIcons, hasAbout && !isCompact), "text-muted");
  const content = <Content place={place} isIcons={isIcons} hasAbout={hasAbout && !isCompact} />;
  const described = hasAbout ? about : undefined;
  return (
    <Tooltip side="right" words={`${label}: ${about}`}>
      {onOpen ? (
        <button
          type="button"
          data-place-id={place.id}
          aria-label={isIcons ? label : undefined}
          className={className}
          onClick={onOpen}
        >
          {content}
        </button>
      ) : (
        <Link
          to={to as string}
          search={search as never}
          // Which place an address belongs to is decided in one place, not by each link's own comparison.
          activeOptions={{ exact: true, includeSearch: true }}
          data-place-id={place.id}
          aria-current={isCurrent ? "page" : undefined}
          aria-label={isIcons ? label : undefined}
          aria-description={described}
          className={className}
        >
          {content}
        </Link>
      )}
    </Tooltip>
  );
}

function Content({
  place,
  isIcons,
  hasAbout,
}: {
  place: Place;
  isIcons: boolean;
  hasAbout: boolean;
}): ReactNode {
  const { label, about, icon: Icon } = place;
  return (
    <>
      <Icon size={16} className="shrink-0 group-aria-[current=page]:text-accent" aria-hidden="true" />
      {!isIcons && (
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{label}</span>
          {hasAbout && (
            <span
              aria-hidden="true"
              className="hidden truncate text-xs text-faint group-hover:text-muted group-aria-[current=page]:text-muted @min-[12rem]:block"
            >
              {about}
            </span>
          )}
        </span>
      )}
    </>
  );
}
