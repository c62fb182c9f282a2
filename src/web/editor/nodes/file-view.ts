import type { Editor, NodeViewRenderer } from "@tiptap/core";
import { safeOwnFile } from "#document/html/safe-urls.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { fileIdOf } from "../../platform/uploads/file-id.ts";
import { isWaitingUpload } from "../../platform/uploads/waiting-uploads.ts";
import { element, icon } from "./element.ts";
import { t } from "../../lib/messages/t.ts";

const FILE = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v6h6";

/** A file as a card that opens it in a tab of its own. */
export const fileView: NodeViewRenderer = ({ node, editor, getPos }) => {
  const { url, name, size } = node.attrs;
  const words = element("span", { class: "file-name" }, String(name || "File"));
  const bytes = element("span", { class: "file-size" }, typeof size === "number" ? formatBytes(size) : "");
  const link = element(
    "a",
    { class: "file-card", href: safeOwnFile(url), target: "_blank", rel: "noopener" },
    icon(FILE),
    words,
    bytes,
  );
  const dom = element("div", { class: "file-block", contenteditable: "false" }, link);
  const stop = followIfWaiting(dom, url, { editor, getPos, onDone: () => {} });
  return {
    dom,
    ...selectable(dom),
    stopEvent: isOwnEvent(dom),
    ignoreMutation: () => true,
    destroy: stop,
  };
};

/** A video of our own, with the browser's controls. */
export const videoView: NodeViewRenderer = ({ node, editor, getPos }) => {
  const { url, name } = node.attrs;
  const label = String(name || "Video");
  const make = () =>
    element("video", {
      src: safeOwnFile(url),
      controls: true,
      preload: "metadata",
      "aria-label": label,
    });
  const dom = element("div", { class: "video-block", contenteditable: "false" });
  const absent = (words = label) => element("div", { class: "video-absent" }, words);
  const play = () => {
    const video = make();
    // Not there yet, when another device is still sending it; or deleted.
    video.addEventListener("error", () =>
      video.replaceWith(absent(t("Can't play {label} right now", { label }))),
    );
    dom.replaceChildren(video);
  };
  const id = fileIdOf(url);
  if (id !== null && isWaitingUpload(id)) dom.append(absent());
  else play();
  const stop = followIfWaiting(dom, url, { editor, getPos, onDone: play });
  return {
    dom,
    ...selectable(dom),
    stopEvent: isOwnEvent(dom),
    ignoreMutation: () => true,
    destroy: stop,
  };
};

type Waiting = { editor: Editor; getPos: () => number | undefined; onDone: () => void };

/** Shows how far the file has come, when it was put in on this device and is not on the server yet. */
function followIfWaiting(dom: HTMLElement, url: unknown, { editor, getPos, onDone }: Waiting): () => void {
  const id = fileIdOf(url);
  if (id === null || !isWaitingUpload(id)) return () => {};
  let stop = () => {};
  let isGone = false;
  const onCancel = () => {
    const at = getPos();
    const node = at === undefined ? null : editor.state.doc.nodeAt(at);
    if (at !== undefined && node) editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize));
  };
  void import("./upload-status.ts").then(
    ({ followUpload }) => {
      if (!isGone) stop = followUpload(dom, id, { onDone, onCancel });
    },
    () => undefined,
  );
  return () => {
    isGone = true;
    stop();
  };
}

/** Presses on what the block is made of are its own; dragging it is the editor's. */
const isOwnEvent = (dom: HTMLElement) => (event: Event) =>
  event.target instanceof Element &&
  (event.target.closest("video, .upload-status") !== null
    ? event.type !== "dragstart"
    : event.type === "click" && dom.contains(event.target));

export function selectable(dom: HTMLElement) {
  return {
    selectNode: () => dom.classList.add("ProseMirror-selectednode"),
    deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
  };
}
