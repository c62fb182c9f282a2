import type { Workspace } from "#contract/workspace.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { updateWorkspace } from "./frame.ts";

export type Banner = { url: string; type: NonNullable<Workspace["bannerType"]> };

/** Shows another picture or video on the dashboard, and says so in the specification's words. */
export async function setBanner({ url, type }: Banner): Promise<boolean> {
  const isSet = await updateWorkspace(
    { bannerUrl: url, bannerType: type },
    t("Failed to update banner. Please try again."),
    { title: t("Update Failed"), retry: () => setBanner({ url, type }) },
  );
  if (isSet) toast.success(t("Banner updated!"));
  return isSet;
}
