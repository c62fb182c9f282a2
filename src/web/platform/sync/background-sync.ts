import { currentDevice, onConnectionStatus } from "./device-sync.ts";
import { openNoteSession } from "./open-notes.ts";

const LONGEST_MS = 30_000;

/**
 * Sends what was written offline in notes that are not open now: a page that was reloaded elsewhere, or a tab that was
 * closed. Runs at each connection; a few notes at a time.
 */
export function startBackgroundSync(): () => void {
  let isRunning = false;
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      const pending = (await currentDevice()?.store?.pendingNotes()) ?? [];
      for (const { noteId } of pending) await syncNote(noteId);
    } catch {
      // The next connection tries again; the text stays in the store meanwhile.
    } finally {
      isRunning = false;
    }
  }
  const stop = onConnectionStatus((status) => {
    if (status === "connected") void run();
  });
  void run();
  return stop;
}

function syncNote(noteId: string): Promise<void> {
  return new Promise((resolve) => {
    const session = openNoteSession(noteId);
    const finish = () => {
      clearTimeout(timer);
      stop();
      session.release();
      resolve();
    };
    const check = () => {
      const { kind } = session.state().save;
      if (kind === "saved" || kind === "refused" || kind === "offline" || kind === "full") finish();
    };
    const timer = setTimeout(finish, LONGEST_MS);
    const stop = session.subscribe(check);
    // One that is open elsewhere on this page may have nothing more to tell.
    check();
  });
}
