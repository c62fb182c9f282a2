import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { Switch } from "../../ui/switch.tsx";
import { type Change, PageSettings } from "./page-settings.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const invalidate = () => queryClient.invalidateQueries({ queryKey: api.sharing.key() });

/** A page of the note that needs no account: on and off, its address, and who may read it for how long. */
export function PublishPart({ noteId }: { noteId: string }) {
  const { data, error } = useQuery(api.sharing.publication.queryOptions({ input: { noteId }, staleTime: 0 }));
  const [isBusy, setIsBusy] = useState(false);
  const publication = data?.publication ?? null;
  const work = async (call: Promise<unknown>, words: string): Promise<string | null> => {
    setIsBusy(true);
    try {
      await call;
      await invalidate();
      toast.success(words);
      return null;
    } catch (failure) {
      return errorCode(failure) && failure instanceof Error ? failure.message : t("Can't reach the server.");
    } finally {
      setIsBusy(false);
    }
  };
  /** What is chosen shows at once; what is typed stands in its field already. */
  const handleSave = async ({ slug, password, expiresAt, ...chosen }: Change) => {
    const { queryKey } = api.sharing.publication.queryOptions({ input: { noteId } });
    await queryClient.cancelQueries({ queryKey });
    if (publication)
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, publication: Object.assign({}, publication, chosen) },
      );
    const problem = await work(
      rpc.sharing.publish({ noteId, slug, password, expiresAt, ...chosen }),
      t("Saved"),
    );
    if (problem) await invalidate();
    return problem;
  };
  const handleSwitch = async (isOn: boolean) => {
    const call = isOn ? rpc.sharing.publish({ noteId }) : rpc.sharing.unpublish({ noteId });
    const problem = await work(call, isOn ? t("Published") : t("No longer published"));
    if (problem) toast.error(problem);
  };
  if (error && !data)
    return <p className="mt-2 text-sm text-muted">{t("Couldn't load whether this note is published.")}</p>;
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        {t(
          "Anyone with the link can read it. It always shows the current note, without comments, tags or unpublished notes.",
        )}
      </p>
      <Switch
        label={t("Publish this note")}
        isOn={publication !== null}
        isDisabled={data === undefined || isBusy}
        onChange={(isOn) => void handleSwitch(isOn)}
      />
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
