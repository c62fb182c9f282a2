import { create } from "zustand";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { hasFilters, parseQuery, QUERY_MAX } from "#contract/shared/search-query.ts";
import { hitPlace } from "#contract/shared/search-order.ts";
import { queryWords } from "../lib/match-parts.ts";
import type { FindFacet, Found } from "./find-facet.ts";

export type FoundGroup = { title: string; items: Found[] };

/** What is searched besides notes; it comes with the manifests, after the first paint. */
export const useFindFacets = create<{ facets: readonly FindFacet[] }>(() => ({ facets: [] }));

/** What of these has all the words; tags and filters only the server knows. */
function matching(found: readonly Found[], query: string): Found[] {
  const asked = parseQuery(query);
  const words = queryWords(query).map(folded);
  if (words.length === 0 || asked.tags.length > 0 || hasFilters(asked)) return [];
  return found
    .filter(({ text }) => {
      const plain = folded(text);
      return words.every((word) => plain.includes(word));
    })
    .map((item) => ({ item, place: hitPlace({ title: item.title, tags: [], text: item.text }, words) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** What is found besides notes: what this page knows at once, what the server says as soon as it does. */
export function useFound(query: string, limit: number) {
  const facets = useFindFacets((state) => state.facets);
  const asked = { query: query.trim().slice(0, QUERY_MAX), limit };
  const answers = useQueries({
    queries: facets.map((facet) => ({
      queryKey: facet.keyOf(asked),
      queryFn: () => facet.find(asked),
      enabled: asked.query !== "",
      placeholderData: keepPreviousData<Found[]>,
      staleTime: 10_000,
      gcTime: 60_000,
      persister: undefined,
      retry: 0,
    })),
  });
  const itemsOf = (facet: FindFacet, index: number): Found[] => {
    if (asked.query === "") return [];
    const { data, isPlaceholderData } = answers[index]!;
    if (data && !isPlaceholderData) return data;
    const before = new Map([...(data ?? []), ...facet.known()].map((item) => [item.id, item]));
    return matching([...before.values()], asked.query).slice(0, limit);
  };
  return {
    isPending: answers.some(
      ({ isFetching, isPlaceholderData, data }) => isFetching && (!data || isPlaceholderData),
    ),
    groups: facets.map((facet, index): FoundGroup => ({ title: facet.title, items: itemsOf(facet, index) })),
  };
}
