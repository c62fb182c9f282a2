import { rpc } from "../../platform/rpc.ts";
import { stopPush } from "../../platform/device/push.ts";
import { announce, forget, rememberedUserId, useSession } from "../../platform/session.ts";

/** What a sign-out would lose. */
export type Unsent = { notes: number; changes: number; calls: number; files: number };

function currentUserId(): string | null {
  const state = useSession.getState();
  return state.status === "signed-in" ? state.session.user.id : rememberedUserId();
}

/** Text and changes that only this device has. */
export async function findUnsent(): Promise<Unsent | null> {
  const userId = currentUserId();
  if (!userId) return null;
  // The stores' code belongs to the signed-in part; the public pages do not carry it.
  const [{ openDevice }, { unsentWork }, { waitingUploads }] = await Promise.all([
    import("./local-data.ts"),
    import("../../platform/sync/device-sync.ts"),
    import("../../platform/uploads/waiting-uploads.ts"),
  ]);
  await openDevice(userId);
  const files = waitingUploads(userId).length;
  const work = await unsentWork();
  return work.changes + work.calls + files > 0 ? { ...work, files } : null;
}

/**
 * Ends the session, here or everywhere, and removes what the device kept. The server goes first: when it cannot be
 * reached the cookie stays valid, so nothing is wiped and the caller says 'Logout failed'.
 */
export async function signOut(everywhere: boolean): Promise<void> {
  const userId = currentUserId();
  const { wipeDevice } = await import("./local-data.ts");
  await stopPush();
  await rpc.accounts.logout({ everywhere });
  if (userId) await wipeDevice(userId);
  forget();
  announce("signed-out");
}

/** What a press on "Sign Out" does: everywhere, or only on this device. */
export type SignOut = (onlyHere?: boolean) => Promise<void>;
