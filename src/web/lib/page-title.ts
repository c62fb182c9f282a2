import { useEffect, useRef } from "react";
import { PRODUCT } from "./product.ts";

let lastTitled = "";

/**
 * Names the document and, when the page has changed, moves focus to its heading, so that a screen reader says where
 * one has arrived. Not on the first page, where the browser does that, nor over a field that took the focus itself.
 */
export function usePageTitle(title: string, key = title) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
  useEffect(() => {
    const isFirst = lastTitled === "";
    if (lastTitled === key) return;
    lastTitled = key;
    const active = document.activeElement;
    const isTyping = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
    if (!isFirst && !isTyping) heading.current?.focus({ preventScroll: true });
  }, [key]);
  return heading;
}
