import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UserX } from "lucide-react";
import { useEffect } from "react";
import type { Note } from "#contract/notes.ts";
import type { NoteAccess } from "#contract/sharing.ts";
import { api, queryClient } from "../lib/api.ts";
import { rpc } from "../lib/rpc.ts";
import { forgetSharedNote, rememberSharedNote } from "../lib/shared-notes.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

type Access = { role: NoteAccess["role"]; canWrite: boolean };
const OWN: Access = { role: "owner", canWrite: true };

/** What may be done with a note: everything with one's own; with another's, nothing but reading before that is known. */
export function useNoteAccess(note: Note | undefined): Access {
  const noteId = note?.id ?? "";
  const isForeign = note?.isForeign === true;
  const { data } = useQuery({
    ...api.sharing.access.queryOptions({ input: { noteId }, staleTime: 0 }),
    enabled: isForeign,
  });
  useEffect(() => {
    if (isForeign) rememberSharedNote(noteId);
  }, [isForeign, noteId]);
  const seen = data?.isNew ? data.shareId : null;
  useEffect(() => {
    if (!seen) return;
    // The owner is told by whom; should it not arrive, the next visit says it again.
    void rpc.sharing
      .accept({ shareId: seen })
      .then(() => queryClient.invalidateQueries({ queryKey: api.sharing.key() }))
      .catch(() => {});
  }, [seen]);
  if (!isForeign) return OWN;
  return { role: data?.role ?? "viewer", canWrite: data?.role === "editor" };
}

/** In the place of the save state, where there is nothing to save. */
export function ReadOnlyMark({ role }: { role: NoteAccess["role"] }) {
  return (
    <span className="text-xs whitespace-nowrap text-muted">
      {role === "commenter" ? "You can comment" : "View only"}
    </span>
  );
}

/** The share has ended while the page was open, or before; what the device had of the note goes. */
export function NoLongerShared({ noteId }: { noteId: string }) {
  useEffect(() => void forgetSharedNote(noteId), [noteId]);
  return (
    <>
      <h1 className="sr-only">Note</h1>
      <EmptyState
        icon={<UserX size={20} />}
        title="This note is no longer shared with you"
        action={
          <Link to="/app/shared" className={buttonClass("primary")}>
            Shared with me
          </Link>
        }
      >
        Its owner has ended the sharing, or put it into the trash.
      </EmptyState>
    </>
  );
}
