import type { LucideIcon } from "lucide-react";
import type { TrashItem, TrashKind } from "#contract/trash.ts";

/** How one kind of thing looks in the trash. */
export type TrashedKind = {
  readonly icon: LucideIcon;
  /** "Note", and "Notes" over the list of them alone. */
  readonly singular: string;
  readonly plural: string;
  /** "3 notes". */
  readonly count: (count: number) => string;
  /** What the line under the name says beside kind and folder. */
  readonly about?: (item: TrashItem) => string | null;
  /** Where it can be read while it lies there. */
  readonly pathOf?: (id: string) => string;
  /** Its lists, after something left the trash. */
  readonly refresh: () => void;
};

/** What a noun adds to the trash. */
export type TrashFacet = { readonly [Kind in TrashKind]?: TrashedKind };
export type TrashKinds = { readonly [Kind in TrashKind]: TrashedKind };
