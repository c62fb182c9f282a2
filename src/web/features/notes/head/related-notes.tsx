import { useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/api.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Group, Mentions, Quiet } from "./link-lists.tsx";
import { t } from "../../../lib/messages/t.ts";

/** Notes about the same things as the open one, looked for again when the panel is opened a while later. */
export function RelatedNotes({ noteId }: { noteId: string }) {
  const { data, error } = useQuery(
    api.notes.related.queryOptions({
      input: { noteId },
      staleTime: 60_000,
      gcTime: 300_000,
      persister: undefined,
      retry: 0,
    }),
  );
  if (!data && !error) return <SkeletonRows count={2} />;
  return (
    <Group title={t("Related notes")} count={data?.notes.length}>
      {data && data.notes.length > 0 ? (
        <Mentions mentions={data.notes} />
      ) : (
        <Quiet>
          {data
            ? t("No related notes yet. Notes about the same things appear here.")
            : error && isUnreachable(error)
              ? t("Can't load related notes while offline.")
              : t("Couldn't load related notes. Open this panel again to retry.")}
        </Quiet>
      )}
    </Group>
  );
}
