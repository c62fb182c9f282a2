import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import type { Picture } from "#contract/gallery.ts";
import { UploadList } from "../../kernel/files/upload-list.tsx";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useUser } from "../../platform/session.ts";
import { startUploads } from "../../platform/uploads/uploads.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { addPictures } from "./add-pictures.ts";
import { ChosenBar } from "../../kernel/files/chosen-bar.tsx";
import { GalleryBody } from "./gallery-body.tsx";
import { GalleryTools } from "./gallery-tools.tsx";
import { type GallerySearch, useGallery, usePicture } from "./gallery-query.ts";
import { removePictures } from "./picture-changes.ts";
import { PictureDetails } from "./picture-details.tsx";
import { useChosen } from "../../kernel/files/use-chosen.ts";
import { useFileDrop } from "../../kernel/files/use-file-drop.ts";

type GalleryDialogProps = { onPick?: (picture: Picture) => void; onClose: () => void };

/** Every picture and video of the account: to look through, to upload to, or to choose one from. */
export function GalleryDialog({ onPick, onClose }: GalleryDialogProps) {
  return (
    <Dialog isOpen size="large" title={onPick ? t("Choose a picture") : t("Gallery")} onClose={onClose}>
      <Gallery onPick={onPick} onClose={onClose} />
    </Dialog>
  );
}

function Gallery({ onPick, onClose }: { onPick: GalleryDialogProps["onPick"]; onClose: () => void }) {
  const [search, setSearch] = useState<GallerySearch>({ query: "", tag: "" });
  const [clearings, setClearings] = useState(0);
  const gallery = useGallery(search);
  const pictures = gallery.data?.pages.flatMap((page) => page.pictures) ?? [];
  const { chosen, ids, toggle, checkAll, forget } = useChosen(pictures);
  const { opened, open, close } = useOpened();
  const drop = useFileDrop((files) => void addPictures(files));
  useUploadsHere();
  const remove = (some: Picture[]) => {
    forget();
    if (some.some(({ id }) => id === opened?.id)) close();
    void removePictures(some);
  };
  const pick = (picture: Picture) => {
    onClose();
    onPick?.(picture);
  };
  return (
    <div className="relative flex h-full flex-col gap-3" onPaste={addPasted} {...drop.handlers}>
      <div className={opened ? "contents max-md:hidden" : "contents"}>
        <GalleryTools
          key={clearings}
          search={search}
          onSearch={(next) => setSearch({ ...search, ...next })}
        />
        <UploadList into="gallery" className="shrink-0" />
      </div>
      <div className="flex min-h-0 flex-1 gap-4">
        <div className={`relative min-w-0 flex-1 ${opened ? "max-md:hidden" : ""}`}>
          <GalleryBody
            gallery={gallery}
            pictures={pictures}
            search={search}
            chosen={onPick ? null : ids}
            openedId={opened?.id ?? null}
            onOpen={onPick ? pick : open}
            onToggle={toggle}
            onChooseAll={checkAll}
            onRemove={(picture) => remove(ids.has(picture.id) ? chosen : [picture])}
            onClear={() => {
              setSearch({ query: "", tag: "" });
              // Only then is the field drawn anew: what is typed in it stays under the hand.
              setClearings(clearings + 1);
            }}
          />
          <ChosenBar
            label={t("Selected pictures")}
            count={chosen.length}
            isAll={chosen.length === pictures.length}
            onAll={checkAll}
            onClear={forget}
            onRemove={() => remove(chosen)}
          />
        </div>
        {opened && (
          <PictureDetails
            key={opened.id}
            picture={opened}
            onBack={close}
            onRemove={() => remove([opened])}
            onClose={onClose}
          />
        )}
      </div>
      {drop.isOver && <DropHint />}
    </div>
  );
}

/** A picture whose details are open stays so when what it is called takes it out of what was searched for. */
function useOpened() {
  const [kept, setKept] = useState<Picture | null>(null);
  const opened = usePicture(kept);
  // Where there is little room, the pictures were out of sight: whoever comes back to them goes on at the same one.
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (kept || !left.current) return;
    document.querySelector<HTMLElement>(`[data-picture="${left.current}"]`)?.focus();
    left.current = null;
  }, [kept]);
  const close = () => {
    left.current = kept?.id ?? null;
    setKept(null);
  };
  return { opened, open: setKept, close };
}

/** Excel and Word give a picture of the words along with them. */
const isTextForField = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, [contenteditable=true]") !== null &&
  clipboardData.types.includes("text/plain");

function addPasted(event: ClipboardEvent): void {
  const files = [...event.clipboardData.files];
  if (files.length === 0 || isTextForField(event)) return;
  event.preventDefault();
  void addPictures(files);
}

/** What waits on this device is shown and sent here too; the limits are known before the first file is chosen. */
function useUploadsHere(): void {
  const userId = useUser()?.id;
  const client = useQueryClient();
  const asked = useRef(false);
  useEffect(() => {
    if (userId) void startUploads(userId);
    if (asked.current) return;
    asked.current = true;
    void client.prefetchQuery(api.files.usage.queryOptions({ input: {}, staleTime: 0 }));
  }, [userId, client]);
}

const DropHint = () => (
  <div className="pointer-events-none absolute inset-0 z-30 grid place-items-center rounded-md border-2 border-dashed border-accent bg-accent-soft">
    <p className="rounded-md bg-raised px-4 py-2 font-medium">{t("Drop images and videos to upload them")}</p>
  </div>
);
