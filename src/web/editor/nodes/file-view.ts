import type { NodeViewRenderer } from "@tiptap/core";
import { safeOwnFile } from "#document/safe-urls.ts";
import { byteWords } from "../../lib/byte-words.ts";
import { element, icon } from "./element.ts";

const FILE = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v6h6";

/** A file as a card that opens it in a tab of its own. */
export const fileView: NodeViewRenderer = ({ node }) => {
  const { url, name, size } = node.attrs;
  const words = element("span", { class: "file-name" }, String(name || "File"));
  const bytes = element("span", { class: "file-size" }, typeof size === "number" ? byteWords(size) : "");
  const link = element(
    "a",
    { class: "file-card", href: safeOwnFile(url), target: "_blank", rel: "noopener" },
    icon(FILE),
    words,
    bytes,
  );
  const dom = element("div", { class: "file-block", contenteditable: "false" }, link);
  return {
    dom,
    ...selectable(dom),
    stopEvent: (event) => event.type === "click",
    ignoreMutation: () => true,
  };
};

/** A video of our own, with the browser's controls. */
export const videoView: NodeViewRenderer = ({ node }) => {
  const { url, name } = node.attrs;
  const video = element("video", {
    src: safeOwnFile(url),
    controls: true,
    preload: "metadata",
    "aria-label": String(name || "Video"),
  });
  const dom = element("div", { class: "video-block", contenteditable: "false" }, video);
  return {
    dom,
    ...selectable(dom),
    stopEvent: (event) => event.target === video && event.type !== "dragstart",
    ignoreMutation: () => true,
  };
};

export function selectable(dom: HTMLElement) {
  return {
    selectNode: () => dom.classList.add("ProseMirror-selectednode"),
    deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
  };
}
