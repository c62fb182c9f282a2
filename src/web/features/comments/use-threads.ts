import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { isGivenUp } from "./comment-mutations.ts";

/** The threads of a note, but for those that are being given up. */
export function useThreads(noteId: string) {
  const { data, dataUpdatedAt, error, isFetchedAfterMount, isFetching } = useQuery(
    api.comments.list.queryOptions({ input: { noteId }, retry: 0, persister: undefined }),
  );
  const threads = useMemo(() => data?.threads.filter((thread) => !isGivenUp(thread)), [data]);
  return {
    all: data?.threads,
    dataUpdatedAt,
    threads,
    isFresh: threads !== undefined && isFetchedAfterMount && !isFetching,
    isAway: error !== null && isUnreachable(error),
  };
}
