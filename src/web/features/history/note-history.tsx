import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Note } from "#contract/notes.ts";
import { cachedNote } from "../../kernel/notes/note-cache.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { closeDialog } from "../../kernel/actions/dialogs.ts";
import { api } from "../../platform/api.ts";
import { isId } from "../../platform/ids.ts";
import { deferred } from "../../ui/deferred.tsx";
import { t } from "../../lib/messages/t.ts";

const HistoryDialog = deferred(async () => (await import("./history-dialog.tsx")).HistoryDialog);

/** What of an address tells that the history of a note lies over the page, and which of its versions is looked at. */
type HistoryAddress = { history?: string | undefined; version?: string | undefined };
/**
 * Of an entry of the browser's own history: how many steps before it the same page stands without the dialog, and whether
 * the last of them led from the list of versions to one, which on a phone are two screens.
 */
type Opened = { steps?: number; hasListBelow?: boolean };

const isPhone = () => matchMedia("(width < 40rem)").matches;

/** The same page with other words in its address; it does not scroll for that. */
function useAddress() {
  const navigate = useNavigate();
  return (change: HistoryAddress, how: { replace: boolean; state: Opened | true }) =>
    void navigate({
      to: ".",
      search: ((before: Record<string, unknown>) => ({ ...before, ...change })) as never,
      hash: true,
      resetScroll: false,
      replace: how.replace,
      state: how.state as never,
    });
}

/** What menu, key or palette asked for goes into the address; from there it is shown. */
export function ToHistory({ note: { id: noteId } }: { note: Note }) {
  const address = useAddress();
  useEffect(() => {
    closeDialog();
    address({ history: noteId, version: undefined }, { replace: false, state: { steps: 1 } });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for once
  }, [noteId]);
  return null;
}

/** The history of a note while the address names it: a reload keeps it, Back closes it, the link to it can be sent. */
export function NoteHistory() {
  const { history } = useSearch({ strict: false }) as HistoryAddress;
  return history && isId(history) ? <OpenHistory key={history} noteId={history} /> : null;
}

function OpenHistory({ noteId }: { noteId: string }) {
  const { version } = useSearch({ strict: false }) as HistoryAddress;
  const { steps = 0, hasListBelow = false } = useLocation({ select: ({ state }) => state as Opened });
  const router = useRouter();
  const address = useAddress();
  const { data: note } = useQuery(
    api.notes.get.queryOptions({ input: { noteId }, placeholderData: () => cachedNote(noteId) }),
  );
  const chosen = Number(version);
  return (
    <HistoryDialog
      noteId={noteId}
      title={note ? titleOf(note) : t("this note")}
      chosen={Number.isSafeInteger(chosen) && chosen > 0 ? chosen : null}
      onChoose={(seq) => {
        if (seq === null && hasListBelow) return router.history.back();
        const isStep = seq !== null && !version && steps > 0 && isPhone();
        const state = isStep ? { steps: steps + 1, hasListBelow: true } : true;
        address({ version: seq?.toString() }, { replace: !isStep, state });
      }}
      onClose={() => {
        if (steps > 0) router.history.go(-steps);
        else address({ history: undefined, version: undefined }, { replace: true, state: true });
      }}
    />
  );
}
