import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, Copy, Download, FilePlus2, LayoutDashboard, Trash2, User } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Picture } from "#contract/gallery.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { setBanner } from "../../kernel/workspace/set-banner.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { formOf } from "./keep-words.ts";
import { changePicture } from "./picture-changes.ts";
import { PictureTags } from "./picture-tags.tsx";
import { PublicLink } from "./public-link.tsx";
import { SavedText } from "./saved-text.tsx";
import {
  copyMarkdown,
  downloadPicture,
  insertIntoNewNote,
  nameOf,
  setAsProfilePicture,
} from "./use-picture.ts";

type PictureDetailsProps = {
  picture: Picture;
  onBack: () => void;
  onRemove: () => void;
  onClose: () => void;
};

/** One picture: what it is called, who may see it, and what can be made of it. */
export function PictureDetails({ picture, onBack, onRemove, onClose }: PictureDetailsProps) {
  const back = useRef<HTMLButtonElement>(null);
  // Beside the pictures the arrow keys go on leading through them; in their place, the focus is where one can see it.
  useEffect(() => {
    const button = back.current;
    if (button && button.offsetParent !== null) button.focus();
  }, []);
  return (
    <section
      aria-label={t("Picture details")}
      className="flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-1 max-md:flex-1 md:w-80 md:shrink-0 md:border-s md:border-line md:ps-4"
    >
      <div className="md:hidden">
        <Button ref={back} look="quiet" onClick={onBack}>
          <ChevronLeft size={15} /> {t("All pictures")}
        </Button>
      </div>
      <Preview picture={picture} />
      <SavedText
        name={formOf(picture.id, "title")}
        label={t("Title")}
        value={picture.title}
        maxLength={200}
        placeholder={picture.name}
        aside={<RetryMark id={picture.id} />}
        onSave={(title) => changePicture(picture, { title })}
      />
      <SavedText
        name={formOf(picture.id, "description")}
        label={t("Description")}
        value={picture.description}
        maxLength={5000}
        isLong
        onSave={(description) => changePicture(picture, { description })}
      />
      <PictureTags tags={picture.tags} onChange={(tags) => void changePicture(picture, { tags })} />
      <Facts picture={picture} />
      <PublicLink picture={picture} />
      <Uses picture={picture} onRemove={onRemove} onClose={onClose} />
    </section>
  );
}

function Preview({ picture }: { picture: Picture }) {
  const frame = "max-h-[36dvh] w-full shrink-0 rounded-md bg-pressed object-contain";
  const name = nameOf(picture);
  if (picture.kind === "video")
    // What people upload brings no captions with it.
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- see above
    return <video src={picture.url} controls preload="metadata" aria-label={name} className={frame} />;
  return (
    <a href={picture.url} target="_blank" rel="noopener" className="shrink-0">
      <img
        src={picture.url}
        alt={name}
        width={picture.width ?? undefined}
        height={picture.height ?? undefined}
        className={`${frame} h-auto`}
      />
    </a>
  );
}

function Facts({ picture }: { picture: Picture }) {
  const { size, width, height } = picture;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact name={t("File")}>{picture.name}</Fact>
      <Fact name={t("Size")}>
        {width === null || height === null
          ? formatBytes(size)
          : t("{size}, {width} × {height} pixels", { size: formatBytes(size), width, height })}
      </Fact>
      <Fact name={t("Added")}>
        <Time at={picture.createdAt} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

type UsesProps = { picture: Picture; onRemove: () => void; onClose: () => void };

function Uses({ picture, onRemove, onClose }: UsesProps) {
  const navigate = useNavigate();
  const insert = async () => {
    const noteId = await insertIntoNewNote(picture);
    if (noteId === null) return;
    onClose();
    await navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
  };
  return (
    <div role="group" aria-label={t("Use this picture")} className="flex flex-col gap-1.5 pb-2">
      <Use icon={<LayoutDashboard size={15} />} onPress={() => setBanner(picture)}>
        {t("Use as Banner")}
      </Use>
      {picture.kind === "image" && (
        <Use icon={<User size={15} />} onPress={() => setAsProfilePicture(picture)}>
          {t("Use as Profile Picture")}
        </Use>
      )}
      <Use icon={<FilePlus2 size={15} />} onPress={insert}>
        {t("Insert into a New Note")}
      </Use>
      <Use icon={<Copy size={15} />} onPress={() => copyMarkdown(picture)}>
        {t("Copy as Markdown")}
      </Use>
      <Use icon={<Download size={15} />} onPress={() => downloadPicture(picture)}>
        {t("Download")}
      </Use>
      <Use icon={<Trash2 size={15} />} onPress={onRemove}>
        {t("Delete")}
      </Use>
    </div>
  );
}

/** Pressed again while it works, it is the same press. */
function Use({ icon, onPress, children }: { icon: ReactNode; onPress: () => unknown; children: ReactNode }) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await onPress();
    setIsBusy(false);
  };
  return (
    <Button className="justify-start!" isBusy={isBusy} onClick={() => void press()}>
      {icon} {children}
    </Button>
  );
}
