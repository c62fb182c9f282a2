import { api, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const AWAY = t("Can't reach the server. Try again in a moment.");

export async function addSample(): Promise<boolean> {
  try {
    await api.onboarding.addSample.call({});
    await queryClient.invalidateQueries();
    toast.success(t("The sample workspace is in your explorer"));
    return true;
  } catch (error) {
    toast.error(errorMessage(error, AWAY));
    return false;
  }
}

export async function removeSample(): Promise<void> {
  try {
    const { removed, kept } = await api.onboarding.removeSample.call({});
    await queryClient.invalidateQueries();
    const stays =
      kept === 0
        ? ""
        : ` ${plural(kept, { one: "One that you changed stays.", other: "{count} that you changed stay." })}`;
    const gone = plural(removed, {
      one: "{count} sample note is in the trash.",
      other: "{count} sample notes are in the trash.",
    });
    toast.success(gone + stays);
  } catch (error) {
    toast.error(errorMessage(error, AWAY));
  }
}
