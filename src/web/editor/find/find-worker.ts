import { findInTexts } from "./find-in-text.ts";

export type FindTask = { texts: string[]; source: string; flags: string };
export type FindAnswer = [index: number, from: number, to: number][];

addEventListener("message", ({ data }: MessageEvent<FindTask>) => {
  postMessage(findInTexts(data.texts, new RegExp(data.source, data.flags)) satisfies FindAnswer);
});
