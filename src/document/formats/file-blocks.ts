import { escape, wrap } from "../html/html-elements.ts";
import { safeOwnFile } from "../html/safe-urls.ts";
import type { NodeFormat } from "./format.ts";
import { videoName } from "../nodes/video-name.ts";

const nameOf = ({ attrs }: { attrs: Record<string, unknown> }) =>
  typeof attrs.name === "string" && attrs.name !== "" ? attrs.name : null;

export const fileBlock: NodeFormat = {
  html: (node, write) => {
    const href = write.reached(safeOwnFile(node.attrs.url));
    const shown = escape(nameOf(node) ?? "File");
    const size = Number.isInteger(node.attrs.size) ? Number(node.attrs.size) : null;
    const kept = { "data-file": true, "data-name": nameOf(node), "data-size": size };
    return wrap("p", {}, href === null ? shown : wrap("a", { ...kept, href }, shown));
  },
  markdown: (node) => ({
    type: "paragraph",
    children: [
      {
        type: "link",
        url: String(node.attrs.url ?? ""),
        children: [{ type: "text", value: String(node.attrs.name || "File") }],
      },
    ],
  }),
};

export const video: NodeFormat = {
  html: (node, write) => {
    const src = write.reached(safeOwnFile(node.attrs.url));
    const name = nameOf(node);
    if (src === null) return wrap("p", {}, escape(name ?? "Video"));
    return wrap("video", { "data-name": name, src, controls: true, preload: "metadata" }, "");
  },
  markdown: ({ attrs }) => ({
    type: "paragraph",
    children: [{ type: "image", url: String(attrs.url ?? ""), alt: videoName(attrs.name) }],
  }),
};
