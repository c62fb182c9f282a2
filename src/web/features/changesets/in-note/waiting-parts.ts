import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { JSONContent } from "@tiptap/core";
import { api } from "../../../platform/api.ts";
import { waitingIn } from "../parts.ts";
import type { WaitingPart } from "../../../editor/changes/waiting-part.ts";

const NONE: readonly WaitingPart[] = [];

/** What waits for a note. Nothing is asked about it while nothing waits for any. */
export function useWaitingParts(noteId: string): readonly WaitingPart[] {
  const { data: list } = useQuery(api.changesets.list.queryOptions());
  const isWaiting = list?.changesets.some(({ states }) => waitingIn(states) > 0) ?? false;
  const { data } = useQuery({
    ...api.changesets.waitingIn.queryOptions({ input: { noteId } }),
    enabled: isWaiting,
  });
  return useMemo(
    () =>
      (isWaiting &&
        data?.changesets.flatMap(({ id: changesetId, title, parts }) =>
          parts.map(({ part, previous, next, before, after }) => ({
            changesetId,
            title,
            part,
            previous,
            next,
            before: blocksOf(before),
            after: blocksOf(after),
          })),
        )) ||
      NONE,
    [isWaiting, data],
  );
}

const blocksOf = (json: string) => JSON.parse(json) as JSONContent[];
