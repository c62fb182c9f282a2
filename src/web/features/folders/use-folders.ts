import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** All folders of the person; says so once when they cannot be loaded and none are kept here. */
export function useFolders() {
  const { data, error, isPending } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const hasFailed = error !== null && !data;
  useEffect(() => {
    if (hasFailed) toast.error(t("Failed to load folders"));
  }, [hasFailed]);
  return { folders: data?.folders ?? [], isPending, isKnown: data !== undefined };
}
