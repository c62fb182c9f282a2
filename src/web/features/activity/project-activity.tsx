import { useInfiniteQuery } from "@tanstack/react-query";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PAGE_SIZE } from "./activity-query.ts";
import { ActivityRow } from "./activity-row.tsx";

/** What was done with a project, its folders, notes and tasks, newest first. */
export function ProjectActivity({ projectId, isOwn }: { projectId: string; isOwn: boolean }) {
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    api.activity.list.infiniteOptions({
      input: (offset: number) => ({ projectId, offset, limit: PAGE_SIZE }),
      initialPageParam: 0,
      getNextPageParam: ({ activities }, _all, offset) =>
        activities.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
      staleTime: 0,
    }),
  );
  if (isPending) return <SkeletonRows count={5} />;
  if (!data)
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
        <p>{t("Couldn't load the activity.")}</p>
        <Button onClick={() => void refetch()}>{t("Try again")}</Button>
      </div>
    );
  const all = data.pages.flatMap(({ activities }) => activities);
  return (
    <>
      {all.length === 0 && <p className="py-6 text-sm text-muted">{t("Nothing was done yet.")}</p>}
      <ol className="sm:-mx-3">
        {all.map((activity) => (
          <li key={activity.id}>
            <ActivityRow activity={activity} isReader={!isOwn} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
    </>
  );
}
