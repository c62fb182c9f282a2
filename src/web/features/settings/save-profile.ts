import type { Profile } from "#contract/accounts.ts";
import { rpc } from "../../platform/rpc.ts";
import { send } from "../../platform/send.ts";
import { adopt, useSession } from "../../platform/session.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
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
    toast.failed(t("Failed to save settings"), () => void saveProfile(change, expected));
    return false;
  }
}

/** The same, told and with an Undo. */
export async function changeProfile(change: Change): Promise<boolean> {
  const state = useSession.getState();
  if (state.status !== "signed-in" || !(await saveProfile(change))) return false;
  const { name, welcomeMessage } = state.session.user;
  const back: Change = {
    ...(change.name !== undefined && { name }),
    ...(change.welcomeMessage !== undefined && { welcomeMessage }),
  };
  // A picture that was taken away is not kept anywhere.
  if (change.avatar !== undefined) toast.success(t("Settings saved successfully"));
  else
    undoable(t("Settings saved successfully"), () => putBack(change, back), {
      redo: () => changeProfile(change),
    });
  return true;
}

async function putBack(change: Change, back: Change): Promise<void> {
  const state = useSession.getState();
  const user = state.status === "signed-in" ? state.session.user : null;
  const isStill =
    user &&
    (change.name === undefined || user.name === change.name) &&
    (change.welcomeMessage === undefined || user.welcomeMessage === change.welcomeMessage);
  if (!isStill) throw new ChangedSince();
  if (!(await saveProfile(back))) throw new Error("The profile was not put back");
}
