import { Link } from "@tanstack/react-router";
import { FilePlus, FolderPlus, FolderTree, ListChecks } from "lucide-react";
import { type Ref, useState } from "react";
import type { RehearsalPlaces } from "#contract/rehearsals.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { errorCode, isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Screen } from "../../../ui/screen.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { type Asked, EditDialog } from "./edit-dialogs.tsx";
import { ListedNotes } from "./listed-notes.tsx";
import { PlaceTree } from "./place-tree.tsx";
import { type Place, placeName, placeOf } from "./places.ts";
import { RehearsalBar } from "./rehearsal-bar.tsx";
import { RehearsedNote } from "./rehearsed-note.tsx";
import { usePlaces } from "./use-rehearsal.ts";

/** Of the address. */
export type Walk = { place?: string; note?: string };
type WalkScreenProps = Walk & {
  id: string;
  heading: Ref<HTMLHeadingElement>;
  onGo: (to: Walk) => void;
};

/** A workspace as it would be with all that waits in a set of changes: one walks around in it, and goes on changing it. */
export function WalkScreen({ id, heading, place: words, note, onGo }: WalkScreenProps) {
  const { data, error, isPending, refetch } = usePlaces(id);
  const isOffline = useIsOffline();
  const isGone = errorCode(error) === "NOT_FOUND";
  return (
    <Screen
      frame="full"
      title={<bdi>{(!isGone && data?.title) || t("Rehearsal")}</bdi>}
      heading={heading}
      actions={
        <Link to="/app/changes" className={buttonClass("quiet", "pointer-coarse:h-11")}>
          {t("All changes")}
        </Link>
      }
    >
      {data && !isGone ? (
        <Walking {...{ places: data, isOffline, note, onGo }} place={placeOf(words)} />
      ) : isGone ? (
        <EmptyState icon={<ListChecks size={20} />} title={t("There is no such rehearsal")}>
          {t("It was thrown away, or it belongs to another account.")}
        </EmptyState>
      ) : isPending ? (
        <SkeletonRows />
      ) : (
        <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
          <p>
            {isUnreachable(error)
              ? t("A rehearsal needs the server. It opens when you're back online.")
              : t("Couldn't load this rehearsal.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      )}
    </Screen>
  );
}

type WalkingProps = {
  places: RehearsalPlaces;
  place: Place;
  note: string | undefined;
  isOffline: boolean;
  onGo: (to: Walk) => void;
};

function Walking({ places, place, note, isOffline, onGo }: WalkingProps) {
  const { id } = places;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const ask = (what: Asked) => {
    setIsChoosing(false);
    setAsked(what);
  };
  const name = placeName(place, places);
  const folderId = place.kind === "folder" ? place.id : null;
  const shared = { isReadOnly: isOffline, onAsk: ask };
  const tree = <PlaceTree places={places} here={place} {...shared} />;
  return (
    <>
      <div className="-mx-4">
        <RehearsalBar places={places} isOffline={isOffline} />
      </div>
      <div className="grid grid-cols-1 gap-4 pt-3 lg:grid-cols-[minmax(13rem,16rem)_minmax(16rem,22rem)_minmax(0,1fr)] lg:gap-6">
        <div className="max-lg:hidden">{tree}</div>
        <div className={note ? "max-lg:hidden" : ""}>
          <div className="flex items-center gap-1 pb-2">
            <h2 className="min-w-0 flex-1 truncate font-semibold">
              <bdi>{name}</bdi>
            </h2>
            <IconButton
              label={t("Choose a place")}
              className="lg:hidden pointer-coarse:size-11"
              onClick={() => setIsChoosing(true)}
            >
              <FolderTree size={16} />
            </IconButton>
            <IconButton
              label={t("New folder")}
              disabled={isOffline}
              className="pointer-coarse:size-11"
              onClick={() => ask({ what: "new-folder", parentId: folderId })}
            >
              <FolderPlus size={16} />
            </IconButton>
            <IconButton
              label={t("New note")}
              disabled={isOffline}
              className="pointer-coarse:size-11"
              onClick={() => ask({ what: "new-note", parentId: folderId })}
            >
              <FilePlus size={16} />
            </IconButton>
          </div>
          <ListedNotes {...{ id, place, name, noteId: note, ...shared }} />
        </div>
        <div className={note ? "min-w-0" : "min-w-0 max-lg:hidden"}>
          {note ? (
            <RehearsedNote key={note} {...{ id, noteId: note, place, places, ...shared }} />
          ) : (
            <p className="py-8 text-center text-sm text-muted">
              {t("Choose a note to read it as it would be.")}
            </p>
          )}
        </div>
      </div>
      <Dialog title={t("Places")} size="narrow" isOpen={isChoosing} onClose={() => setIsChoosing(false)}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- closes behind whichever link was followed */}
        <div
          onClick={({ target }) => target instanceof Element && target.closest("a") && setIsChoosing(false)}
        >
          {tree}
        </div>
      </Dialog>
      <EditDialog
        id={id}
        asked={asked}
        folders={places.folders}
        onClose={() => setAsked(null)}
        onCreated={(kind, made) =>
          onGo(
            kind === "folder"
              ? { place: `folder:${made}` }
              : { place: folderId ? `folder:${folderId}` : "all", note: made },
          )
        }
      />
    </>
  );
}
