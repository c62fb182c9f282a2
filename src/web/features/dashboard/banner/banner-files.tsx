import { type RefObject, useEffect, useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { useBanner } from "./banner-store.ts";
import { uploadBanner } from "./upload-banner.ts";

type Props = { banner: RefObject<HTMLElement | null>; isEditing: boolean };

/** Takes files for the banner, and shows how far one has come. */
export function BannerFiles({ banner, isEditing }: Props) {
  const isOver = useGivenFile(banner, isEditing);
  const { sending } = useBanner();
  return (
    <>
      {sending && <BannerUpload {...sending} />}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-md border-2 border-dashed border-accent bg-panel/90 text-sm font-medium">
          {t("Drop an image or video to use it as your banner")}
        </div>
      )}
    </>
  );
}

type UploadProps = { name: string; percent: number; cancel: () => void };

/** How far a new banner has come on its way to the server. */
function BannerUpload({ name, percent, cancel }: UploadProps) {
  return (
    <div className="absolute inset-0 z-30 grid place-items-center bg-panel/80 p-4">
      <div className="flex w-full max-w-sm items-center gap-3 rounded-lg bg-raised p-3 shadow-pop">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm">{t("Uploading {name}", { name })}</p>
          <progress
            aria-label={t("Uploading {name}", { name })}
            max={100}
            value={percent}
            className="mt-1.5 h-1.5 w-full accent-[var(--accent-fill)]"
          />
        </div>
        <Button onClick={cancel}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}

const FITS = /^(image|video)\//;

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null;

const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

function hearDrops(element: HTMLElement, setIsOver: (is: boolean) => void): () => void {
  const handleOver = (event: DragEvent) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const handleLeave = (event: DragEvent) => {
    if (!element.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    setIsOver(false);
    if (!holdsFile(event)) return;
    event.preventDefault();
    const file = event.dataTransfer!.files[0];
    if (file) void uploadBanner(file);
  };
  element.addEventListener("dragover", handleOver);
  element.addEventListener("dragleave", handleLeave);
  element.addEventListener("drop", handleDrop);
  return () => {
    element.removeEventListener("dragover", handleOver);
    element.removeEventListener("dragleave", handleLeave);
    element.removeEventListener("drop", handleDrop);
  };
}

function handlePaste(event: ClipboardEvent): void {
  const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => FITS.test(type));
  if (!file || isTyping(event.target)) return;
  event.preventDefault();
  void uploadBanner(file);
}

/** Takes a file that is dropped on the banner, or pasted while it is edited. Answers whether one is held over it. */
function useGivenFile(box: RefObject<HTMLElement | null>, isEditing: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => hearDrops(box.current!, setIsOver), [box]);
  useEffect(() => {
    if (!isEditing) return;
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, [isEditing]);
  return isOver;
}
