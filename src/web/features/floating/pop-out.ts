import { toast } from "../../ui/toast-store.ts";
import { useFloatingWindows } from "./floating-store.ts";
import { rectOf, type FloatingNote } from "./windows.ts";
import { t } from "../../lib/messages/t.ts";

type PictureInPicture = { requestWindow: (options: { width: number; height: number }) => Promise<Window> };

const pictureInPicture = (): PictureInPicture | undefined =>
  (window as Window & { documentPictureInPicture?: PictureInPicture }).documentPictureInPicture;

/** Whether the browser can show part of a page in a window of the system that stays on top. */
export const canPopOut = (): boolean => pictureInPicture() !== undefined;

/** Shows the note in a window of the system; closing that brings it back. */
export async function popOut(note: FloatingNote, title: string): Promise<void> {
  const { width, height } = rectOf(note, useFloatingWindows.getState().area);
  const opened = await pictureInPicture()
    ?.requestWindow({ width, height })
    .catch(() => null);
  if (!opened) return toast.error(t("Your browser blocked the window."));
  dress(opened.document, title);
  useFloatingWindows.setState({ outside: { id: note.id, window: opened } });
  opened.addEventListener("pagehide", () => {
    if (useFloatingWindows.getState().outside?.window === opened)
      useFloatingWindows.setState({ outside: null, focusId: note.id });
  });
}

/** The page's style sheets by their addresses: the security policy allows no style elements. */
function dress(document: Document, title: string): void {
  document.title = title;
  for (const sheet of window.document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = sheet.href;
    document.head.append(link);
  }
}

/** The theme lies on the root element: in its class, its data and its custom properties. */
export function followTheme(document: Document): () => void {
  const from = window.document.documentElement;
  const to = document.documentElement;
  const copy = () => {
    to.className = from.className;
    for (const [name, value] of Object.entries(from.dataset)) to.dataset[name] = value;
    to.lang = from.lang;
    for (const name of from.style) to.style.setProperty(name, from.style.getPropertyValue(name));
    document.adoptedStyleSheets = window.document.adoptedStyleSheets.map((sheet) =>
      sheetLike(sheet, document),
    );
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(from, { attributes: true });
  return () => observer.disconnect();
}

/** A sheet belongs to the document that made it. */
function sheetLike(sheet: CSSStyleSheet, { defaultView }: Document): CSSStyleSheet {
  const { CSSStyleSheet: Sheet } = defaultView as Window & typeof globalThis;
  const copy = new Sheet();
  copy.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join("\n"));
  return copy;
}
