import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { isRemote, safeHref, safeImageSrc, safeOwnFile } from "#document/html/safe-urls.ts";
import { fileIdOf } from "../../platform/uploads/file-id.ts";
import { isWaitingUpload } from "../../platform/uploads/waiting-uploads.ts";
import { element } from "./element.ts";
import { setAttribute } from "./set-attribute.ts";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

const WIDTH_MIN = 40;
const STEP = 20;

/** An image with a caption below and a handle at its edge; arrow keys move the handle too. */
export const imageView: NodeViewRenderer = ({ node, editor, getPos }) => {
  let current = node;
  const src = safeOwnFile(node.attrs.src);
  const picture = src === null ? remoteImage(node) : ownImage(src);
  const caption = element("input", {
    class: "image-caption",
    "aria-label": t("Image caption"),
    placeholder: t("Caption"),
    maxlength: "500",
  });
  const handle = element("button", {
    type: "button",
    class: "image-handle",
    role: "slider",
    "aria-label": t("Image width"),
  });
  const dom = element(
    "span",
    { class: "image-view" },
    element("span", { class: "image-frame" }, picture, handle),
    caption,
  );

  const show = () => {
    const { alt, title, width, height, shownWidth } = current.attrs;
    if (picture instanceof HTMLImageElement) {
      picture.alt = alt ?? "";
      if (width && height) [picture.width, picture.height] = [width, height];
      picture.style.width = shownWidth ? `${shownWidth}px` : "";
    }
    dom.style.width = shownWidth ? `${shownWidth}px` : "";
    dom.toggleAttribute("data-captioned", Boolean(title));
    if (caption !== document.activeElement) caption.value = title ?? "";
    handle.setAttribute("aria-valuenow", String(shownWidth ?? width ?? 0));
    handle.setAttribute(
      "aria-valuetext",
      shownWidth ? plural(shownWidth, { other: "{count} pixels" }) : t("Original width"),
    );
  };
  const widest = () => dom.parentElement?.clientWidth ?? 4_000;
  const within = (width: number) => Math.round(Math.max(WIDTH_MIN, Math.min(width, widest())));
  const keep = (width: number | null) => setAttribute(editor, getPos(), "shownWidth", width);
  const now = () => picture.getBoundingClientRect().width;

  resizable(handle, {
    now,
    preview: (width) => (picture.style.width = dom.style.width = `${within(width)}px`),
    keep: (width) => keep(within(width)),
  });
  handle.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      ArrowRight: STEP,
      ArrowUp: STEP,
    };
    const step = steps[event.key];
    if (step !== undefined) keep(within(now() + step));
    else if (event.key === "Home") keep(null);
    else return;
    event.preventDefault();
  });
  handle.addEventListener("dblclick", () => keep(null));
  dom.addEventListener("focusin", () => void (caption.readOnly = !editor.isEditable));
  caption.addEventListener("input", () =>
    setAttribute(editor, getPos(), "title", caption.value.trim() || null),
  );
  caption.addEventListener("keydown", (event) => {
    const at = getPos();
    if (event.isComposing || at === undefined || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    editor
      .chain()
      .setTextSelection(at + 1)
      .focus()
      .run();
  });
  show();
  return {
    dom,
    update: (next: Node) => {
      if (
        next.type !== current.type ||
        next.attrs.src !== current.attrs.src ||
        next.attrs.href !== current.attrs.href
      )
        return false;
      current = next;
      show();
      return true;
    },
    selectNode: () => dom.classList.add("ProseMirror-selectednode"),
    deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
    stopEvent: (event) =>
      event.target === caption ||
      event.target === handle ||
      (event.target instanceof Element && event.target.matches(".image-elsewhere")),
    ignoreMutation: () => true,
  };
};

/** One that waits on this device for the server is shown from here meanwhile. */
function ownImage(src: string): HTMLImageElement {
  const picture = element("img", { src, draggable: "true" });
  const id = fileIdOf(src);
  if (id !== null && isWaitingUpload(id))
    picture.addEventListener(
      "error",
      () =>
        void import("./upload-status.ts").then(
          ({ showWaiting }) => showWaiting(picture, id, src),
          () => undefined,
        ),
      { once: true },
    );
  return picture;
}

/** Loading an image of another host tells it who reads, so its text stands there. */
function remoteImage(node: Node): HTMLElement {
  const { src, alt, href } = node.attrs;
  const address = safeImageSrc(src);
  const link = element("a", {
    class: "image-elsewhere",
    href: address ?? "",
    target: "_blank",
    rel: "noopener noreferrer nofollow",
    "aria-label": t("Open the original image"),
    title: t("Open the original image"),
  });
  return element(
    "span",
    { "data-image-src": String(src ?? ""), title: safeHref(href) },
    String(alt || src || "Image"),
    ...(address !== null && isRemote(address) ? [link] : []),
  );
}

type Resize = { now: () => number; preview: (width: number) => void; keep: (width: number) => void };

function resizable(handle: HTMLElement, { now, preview, keep }: Resize): void {
  let from: { x: number; width: number } | null = null;
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    from = { x: event.clientX, width: now() };
  });
  handle.addEventListener("pointermove", (event) => {
    if (from) preview(from.width + event.clientX - from.x);
  });
  handle.addEventListener("pointerup", (event) => {
    if (from && Math.abs(event.clientX - from.x) > 2) keep(from.width + event.clientX - from.x);
    from = null;
  });
  handle.addEventListener("pointercancel", () => (from = null));
}
