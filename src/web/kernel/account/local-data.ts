import { toast } from "../../ui/toast-store.ts";
import { closeCache, openCache } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";
import { startLive } from "../live.ts";
import { SHARES } from "../../platform/device/share-target.ts";
import { deleteDatabase, deleteQueryStore } from "../../platform/query-store.ts";
import { stopSendingUploads, uploadsDatabase } from "../../platform/uploads/waiting-uploads.ts";
import { replayQueued } from "../../platform/send.ts";
import { onRpcError } from "../../platform/rpc.ts";
import { checkSession, expire, loadSession, onConfirmed, useSession } from "../../platform/session.ts";
import { forgetLook } from "../theme/kept-look.ts";
import {
  closeDeviceSync,
  currentDevice,
  onConnectionStatus,
  onDevice,
  openDeviceSync,
  unsentWork,
  wipeDeviceSync,
} from "../../platform/sync/device-sync.ts";
import { countWaitingNotes, noNoteWaits } from "../../platform/sync/waiting-notes.ts";
import { t } from "../../lib/messages/t.ts";

/** What says something of the screen, not of the person before it. */
const OF_THE_SCREEN = [
  "cairn-ai-theme",
  "cairn-sidebar",
  "cairn-session",
  "cairn-install-later",
  "cairn-days-of-use",
  "cairn-notifications-asked",
  "cairn-insecure-seen",
  "cairn-desktop-site",
];

/**
 * What this device keeps for a person: the answers of the server, the notes' text, the calls that wait. One database
 * each, named by the person's id, so that the next one to sign in cannot read it.
 */
let opening: { userId: string; done: Promise<void> } | null = null;

/** Opens a person's stores and the live connection; safe to call again for the same person. */
export function openDevice(userId: string): Promise<void> {
  if (opening?.userId !== userId) opening = { userId, done: open(userId) };
  return opening.done;
}

// Another person, or nobody: what is open of the last one must not be sent with the next one's session.
useSession.subscribe((state) => {
  const userId = state.status === "signed-in" ? state.session.user.id : null;
  if (!opening || opening.userId === userId) return;
  opening = null;
  stopSendingUploads();
  closeDeviceSync();
  void closeCache();
});

async function open(userId: string): Promise<void> {
  await openCache(userId);
  await openDeviceSync({
    userId,
    build: __CAIRN_BUILD__,
    perform: replayQueued,
    onSessionEnded: expire,
    onRefused: () => void checkSession(),
  });
  startLive();
  startConfirming();
  startCountingNotes();
  startSendingClosedNotes();
}

let isConfirming = false;

/** A page that was opened without the server learns, once connected, that the session stands. */
function startConfirming(): void {
  if (isConfirming) return;
  isConfirming = true;
  onConfirmed(() => void currentDevice()?.outbox.flush());
  onConnectionStatus((status) => {
    const state = useSession.getState();
    if (status === "connected" && state.status === "signed-in" && state.standing === "offline")
      void loadSession();
  });
}

let isCounting = false;

/** How many notes wait is known by the time somebody is told that the server is away. */
function startCountingNotes(): void {
  if (isCounting) return;
  isCounting = true;
  const count = () => {
    const device = currentDevice();
    if (!device || device.socket.status() === "connected") noNoteWaits();
    else void countWaitingNotes(device);
  };
  onConnectionStatus(count);
  onDevice((device) => device?.outbox.subscribe(count));
  count();
  // A call that finds no server tells of a dead line earlier than the line itself.
  onRpcError((error) => {
    if (error instanceof TypeError) currentDevice()?.socket.suspect();
  });
}

let isSending = false;

/** Text written offline in notes that are not open now; their code is fetched only when there is some. */
function startSendingClosedNotes(): void {
  if (isSending) return;
  const stop = onConnectionStatus((status) => {
    if (status === "connected") void check();
  });
  const check = async () => {
    const { notes } = await unsentWork();
    if (notes === 0 || isSending) return;
    isSending = true;
    try {
      const { startBackgroundSync } = await import("../../platform/sync/background-sync.ts");
      stop();
      startBackgroundSync();
    } catch {
      // The server went away again before its code was here: the next connection tries once more.
      isSending = false;
    }
  };
}

/** After a session that had ended was renewed: connects and sends what waited. */
export function reconnect(): void {
  const device = currentDevice();
  device?.socket.retry();
  void device?.outbox.flush();
}

/** Removes everything this device kept of a person; called by a sign-out that has asked about unsent text. */
export async function wipeDevice(userId: string): Promise<void> {
  opening = null;
  stopSendingUploads();
  await closeCache();
  local.clearExcept(OF_THE_SCREEN);
  forgetLook();
  await globalThis.caches?.delete(SHARES).catch(() => false);
  await navigator.clearAppBadge?.().catch(() => undefined);
  const results = await Promise.allSettled([
    wipeDeviceSync(userId),
    deleteQueryStore(userId),
    deleteDatabase(uploadsDatabase(userId)),
  ]);
  // Where the browser offers no storage there is nothing to remove.
  if (globalThis.indexedDB && results.some((result) => result.status === "rejected")) {
    toast.error(t("Couldn't remove your notes. Clear this site's data in your browser's settings."));
  }
}
