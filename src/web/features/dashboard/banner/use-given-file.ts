import { type RefObject, useEffect, useState } from "react";

const FITS = /^(image|video)\//;

/** The code that uploads is fetched by the first file. */
const take = async (file: File) => (await import("./upload-banner.ts")).uploadBanner(file);

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
    if (file) void take(file);
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
  void take(file);
}

/** Takes a file that is dropped on the banner, or pasted while it is edited. Answers whether one is held over it. */
export function useGivenFile(box: RefObject<HTMLElement | null>, isEditing: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => hearDrops(box.current!, setIsOver), [box]);
  useEffect(() => {
    if (!isEditing) return;
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, [isEditing]);
  return isOver;
}
