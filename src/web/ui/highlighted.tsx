import { Fragment } from "react";
import { matchParts } from "../lib/match-parts.ts";

/** Text with its matches marked, which the server sets between U+0002 and U+0003. */
export function Highlighted({ text }: { text: string }) {
  return matchParts(text).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
  );
}
