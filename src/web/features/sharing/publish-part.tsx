import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type Change, PageSettings } from "./page-settings.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const invalidate = () => queryClient.invalidateQueries({ queryKey: api.sharing.key() });

/** A page of the note that needs no account: on and off, its address, and who may read it for how long. */
export function PublishPart({ noteId }: { noteId: string }) {
  const { data, error, refetch } = useQuery(
    api.sharing.publication.queryOptions({ input: { noteId }, staleTime: 0 }),
  );
  const [isBusy, setIsBusy] = useState(false);
  const publication = data?.publication ?? null;
  const mark = `publication ${noteId}`;
  /** What may succeed the next time is told here, with a Retry; what has to be chosen differently is answered as `problem`. */
  const work = async (
    call: () => Promise<unknown>,
    words: string,
    again: () => unknown,
  ): Promise<{ isDone: boolean; problem: string | null }> => {
    settle(mark);
    setIsBusy(true);
    try {
      await call();
      await invalidate();
      toast.success(words);
      return { isDone: true, problem: null };
    } catch (failure) {
      const problem = errorMessage(failure, t("Can't reach the server."));
      const isRefused = ["INVALID_INPUT", "CONFLICT"].includes(errorCode(failure) ?? "");
      if (!isRefused) tellFailed(mark, problem, again);
      return { isDone: false, problem: isRefused ? problem : null };
    } finally {
      setIsBusy(false);
    }
  };
  /** What is chosen shows at once; what is typed stands in its field already. */
  const handleSave = async (change: Change): Promise<string | null> => {
    const { slug: _slug, password: _password, expiresAt: _expiresAt, ...chosen } = change;
    const { queryKey } = api.sharing.publication.queryOptions({ input: { noteId } });
    await queryClient.cancelQueries({ queryKey });
    if (publication)
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, publication: Object.assign({}, publication, chosen) },
      );
    const { isDone, problem } = await work(
      () => rpc.sharing.publish({ noteId, ...change }),
      t("Saved"),
      () => handleSave(change),
    );
    if (!isDone) {
      queryClient.setQueryData(queryKey, (known) => known && { ...known, publication });
      await invalidate();
    }
    return problem;
  };
  const handleSwitch = async (isOn: boolean) => {
    const { problem } = await work(
      (): Promise<unknown> => (isOn ? rpc.sharing.publish({ noteId }) : rpc.sharing.unpublish({ noteId })),
      isOn ? t("Published") : t("No longer published"),
      () => handleSwitch(isOn),
    );
    if (problem) toast.error(problem);
  };
  if (error && !data)
    return (
      <p className="mt-2 text-sm text-muted">
        {t("Couldn't load whether this note is published.")}{" "}
        <button type="button" className="underline" onClick={() => void refetch()}>
          {t("Try again")}
        </button>
      </p>
    );
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        {t(
          "Anyone with the link can read it. It always shows the current note, without comments, tags or unpublished notes.",
        )}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Switch
          label={t("Publish this note")}
          isOn={publication !== null}
          isDisabled={data === undefined || isBusy}
          onChange={(isOn) => void handleSwitch(isOn)}
        />
        <RetryMark id={mark} />
      </div>
      {publication && (
        <PageSettings
          key={`${publication.slug}:${publication.expiresAt}:${publication.hasPassword}`}
          publication={publication}
          isBusy={isBusy}
          onSave={handleSave}
        />
      )}
    </>
  );
}
