import type { QueryKey } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";

/** One thing that a search has found. */
export type Found = {
  id: string;
  title: string;
  /** When it is, and where: said behind the title. */
  about: string;
  icon: LucideIcon;
  href: string;
  isDone?: boolean;
  /** All that it may be found by. */
  text: string;
};

type Asked = { query: string; limit: number };

/** What a noun adds to the search of the app; notes have their own. */
export type FindFacet = {
  /** Over its part of the results. */
  readonly title: string;
  readonly keyOf: (asked: Asked) => QueryKey;
  readonly find: (asked: Asked) => Promise<Found[]>;
  /** All that this page knows, to search without the server and before it has answered. */
  readonly known: () => Found[];
};
