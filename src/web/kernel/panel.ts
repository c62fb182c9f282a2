import type { ComponentType } from "react";
import type { PageNote } from "./workspace/page-note.ts";

/** What stands in the slot at the right. Those of notes are its tabs, in the order of their ranks. */
export type Panel = { id: string; title: string } & (
  | { area: "note"; rank: number; View: ComponentType<{ page: PageNote }> }
  | { area: "app"; View: ComponentType }
);
