import type { Profile } from "#contract/accounts.ts";
import { rpc } from "../../platform/rpc.ts";
import { send } from "../../platform/send.ts";
import { adopt, useSession } from "../../platform/session.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

type Change = { name?: string; welcomeMessage?: string; avatar?: null };

/** Shows a new profile at once, also before the server has it. */
function show(user: Profile): void {
  const state = useSession.getState();
  if (state.status === "signed-in") adopt({ ...state.session, user });
}

/** Changes the profile, here at once; takes it back with a message when the server refuses. True when it holds. */
export async function saveProfile(change: Change, expected: Partial<Profile> = {}): Promise<boolean> {
  const state = useSession.getState();
  if (state.status !== "signed-in") return false;
  const before = state.session.user;
  const { avatar: _, ...shown } = change;
  show({ ...before, ...shown, ...expected });
  try {
    const sent = await send(["accounts", "updateProfile"], change, () => rpc.accounts.updateProfile(change));
    if (sent.how === "sent") show(sent.answer);
    return true;
  } catch {
    show(before);
    toast.error(t("Failed to save settings"));
    return false;
  }
}

/** The same for a Reset, which says itself how it went. */
export async function resetProfile(change: Change): Promise<void> {
  if (await saveProfile(change)) toast.success(t("Settings saved successfully"));
}
