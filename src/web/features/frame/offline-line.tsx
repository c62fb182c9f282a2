import { CloudOff } from "lucide-react";
import { offlineWords } from "../../lib/offline-words.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { useSession } from "../../platform/session.ts";
import { useWaitingNotes } from "../../platform/sync/waiting-notes.ts";

/** The state line of a phone, at the head of every screen; where there is a sidebar, it says the same. */
export function OfflineLine() {
  const isOffline = useIsOffline();
  const isSaidByBanner = useSession((state) => state.status === "signed-in" && state.standing === "offline");
  const notes = useWaitingNotes(({ ids }) => ids.size);
  return (
    <div role="status" className="shrink-0">
      {isOffline && !(isSaidByBanner && notes === 0) && (
        <p className="flex min-h-7 items-center justify-center gap-1.5 bg-warn-soft px-4 text-xs">
          <CloudOff size={13} aria-hidden="true" />
          {offlineWords(notes)}
        </p>
      )}
    </div>
  );
}
