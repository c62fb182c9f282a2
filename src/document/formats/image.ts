import type { Node } from "@tiptap/pm/model";
import { escape, tag } from "../html/html-elements.ts";
import { isRemote, safeImageSrc } from "../html/safe-urls.ts";
import type { HtmlWriter, NodeFormat } from "./format.ts";

const whole = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : null);

export const image: NodeFormat = {
  html: writeImage,
  inlineMarkdown: ({ attrs }) => ({
    type: "image",
    url: String(attrs.src ?? ""),
    alt: markdownAlt(attrs),
    title: attrs.title,
  }),
};

/** Obsidian's way of saying how wide it is shown. */
const markdownAlt = ({ alt, shownWidth }: Node["attrs"]): string | null =>
  Number.isInteger(shownWidth) && shownWidth > 9 ? `${alt ?? ""}|${shownWidth}` : alt;

function writeImage({ attrs }: Node, write: HtmlWriter): string {
  const src = safeImageSrc(attrs.src);
  const alt = typeof attrs.alt === "string" ? attrs.alt : "";
  if (src === null) return write.link(attrs.href, attrs.hrefTitle, escape(alt));
  if (isRemote(src) && write.options.remoteImages !== "image")
    return write.link(attrs.href ?? src, attrs.title, escape(alt || src));
  const shown = write.reached(src);
  if (shown === null) return escape(alt);
  const title = typeof attrs.title === "string" ? attrs.title || null : null;
  const element = tag("img", {
    src: shown,
    alt,
    title,
    ...shownSize(attrs),
    "data-shown-width": whole(attrs.shownWidth),
  });
  return write.link(attrs.href, attrs.hrefTitle, element);
}

/** Its own size, or the width somebody gave it with the height that goes with it. */
function shownSize(attrs: Node["attrs"]): { width: number | null; height: number | null } {
  const [width, height, shown] = [whole(attrs.width), whole(attrs.height), whole(attrs.shownWidth)];
  if (shown === null) return { width, height };
  return { width: shown, height: width && height ? Math.max(1, Math.round((height * shown) / width)) : null };
}
