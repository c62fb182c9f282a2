import { api, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

const AWAY = "The server cannot be reached. Try again in a moment.";

export async function addSample(): Promise<boolean> {
  try {
    await api.onboarding.addSample.call({});
    await queryClient.invalidateQueries();
    toast.success("The sample workspace is in your explorer");
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
      kept === 0 ? "" : ` ${kept === 1 ? "One that you changed stays." : `${kept} that you changed stay.`}`;
    toast.success(`${removed} sample ${removed === 1 ? "note is" : "notes are"} in the trash.${stays}`);
  } catch (error) {
    toast.error(errorMessage(error, AWAY));
  }
}
