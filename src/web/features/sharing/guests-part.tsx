import { useQuery } from "@tanstack/react-query";
import { Users, X } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import type { AnyRole, CalendarRole, Guest, ShareRole } from "#contract/sharing.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { PersonField } from "../../kernel/people/person-field.tsx";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { change } from "./change-shares.ts";
import { RoleSelect } from "./role-select.tsx";
import { CALENDAR_ROLES, roleWords, ROLES } from "./roles.ts";
import type { SharedThing } from "./share-dialog.tsx";
import { t } from "../../lib/messages/t.ts";

const invalidate = () => queryClient.invalidateQueries({ queryKey: api.sharing.key() });

function useGuests(thing: SharedThing) {
  const noteId = "note" in thing ? thing.note.id : "";
  const folderId = folderOf(thing);
  const calendarId = "calendar" in thing ? thing.calendar.id : "";
  const options = { staleTime: 0 };
  const ofNote = api.sharing.guestsOfNote.queryOptions({ input: { noteId }, ...options });
  const ofFolder = api.sharing.guestsOfFolder.queryOptions({ input: { folderId }, ...options });
  const ofCalendar = api.sharing.guestsOfCalendar.queryOptions({ input: { calendarId }, ...options });
  const answers = [
    useQuery({ ...ofNote, enabled: noteId !== "" }),
    useQuery({ ...ofFolder, enabled: folderId !== "" }),
    useQuery({ ...ofCalendar, enabled: calendarId !== "" }),
  ] as const;
  return answers["note" in thing ? 0 : "calendar" in thing ? 2 : 1];
}

/** A project's is what is shared of it. */
function folderOf(thing: SharedThing): string {
  if ("project" in thing) return thing.project.folderId ?? "";
  return "folder" in thing ? thing.folder.id : "";
}

function invite(thing: SharedThing, email: string, role: AnyRole) {
  if ("calendar" in thing)
    return rpc.sharing.shareCalendar({ calendarId: thing.calendar.id, email, role: role as CalendarRole });
  const given = { email, role: role as ShareRole };
  return "note" in thing
    ? rpc.sharing.shareNote({ noteId: thing.note.id, ...given })
    : rpc.sharing.shareFolder({ folderId: folderOf(thing), ...given });
}

/** What others change of a calendar that is subscribed to, would be written over with the next look. */
function rolesOf(thing: SharedThing): readonly AnyRole[] {
  if (!("calendar" in thing)) return ROLES;
  return thing.calendar.subscription ? CALENDAR_ROLES.filter((role) => role !== "editor") : CALENDAR_ROLES;
}

function aboutRoles(thing: SharedThing): string {
  if ("note" in thing)
    return t(
      "Viewers and commenters see the current note. Editors also see its history, including deleted text.",
    );
  if ("folder" in thing || "project" in thing)
    return t(
      "Viewers and commenters see the current notes. Editors also see their history, including deleted text.",
    );
  return t("Free/busy shows when something takes place, never what. Notes linked to events aren't shared.");
}

function aloneWords(thing: SharedThing): string {
  if ("note" in thing) return t("Only you can see this note.");
  if ("project" in thing) return t("Only you can see this project.");
  return "folder" in thing
    ? t("Only you can see this folder and its notes.")
    : t("Only you can see this calendar.");
}

/**
 * With whom a note, a folder or a calendar is shared: invite by address, change what they may do, end it.
 * @param onInvite goes before each invitation, which is not made when it answers false
 */
export function GuestsPart({ thing, onInvite }: InviteFormProps) {
  const { data, error, refetch } = useGuests(thing);
  return (
    <>
      <InviteForm thing={thing} {...(onInvite && { onInvite })} />
      <p className="mt-2 text-xs text-muted">{aboutRoles(thing)}</p>
      {data === undefined && !error && <SkeletonRows count={2} />}
      {data === undefined && error && (
        <p className="mt-4 text-sm text-muted">
          {t("Couldn't load who has access.")}{" "}
          <button type="button" className="underline" onClick={() => void refetch()}>
            {t("Try again")}
          </button>
        </p>
      )}
      {data && data.guests.length === 0 && (
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Users size={15} aria-hidden="true" /> {aloneWords(thing)}
        </p>
      )}
      {data && data.guests.length > 0 && (
        <ul aria-label={t("Shared with")} className="mt-4 flex flex-col gap-1">
          {data.guests.map((guest) => (
            <GuestLine key={guest.shareId} guest={guest} roles={rolesOf(thing)} />
          ))}
        </ul>
      )}
    </>
  );
}

type InviteFormProps = { thing: SharedThing; onInvite?: () => Promise<boolean> };

function InviteForm({ thing, onInvite }: InviteFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const email = String(given.get("email")).trim();
    if (!email || isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (onInvite && !(await onInvite())) return setIsBusy(false);
      await invite(thing, email, given.get("role") as AnyRole);
      form.current?.reset();
      toast.success(t("Shared with {email}", { email }));
      await invalidate();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setIsBusy(false);
    form.current?.querySelector<HTMLInputElement>("[name=email]")?.focus();
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-wrap items-end gap-2"
    >
      <PersonField
        label={t("Email address")}
        name="email"
        required
        autoFocus
        error={problem}
        className="min-w-48 flex-1"
      />
      <RoleSelect
        label={t("Role")}
        name="role"
        roles={rolesOf(thing)}
        chosen={rolesOf(thing).includes("editor") ? "editor" : "viewer"}
      />
      <Button type="submit" look="primary" isBusy={isBusy} className="h-9! pointer-coarse:h-11!">
        {t("Share")}
      </Button>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (errorCode(error) === "INVALID_INPUT") {
    const { message } = error as { message: string };
    return message.includes("own address")
      ? t("That's your own address.")
      : t("Enter a valid email address.");
  }
  if (errorCode(error) === "RATE_LIMITED") return t("Too many invitations. Try again in an hour.");
  return error instanceof Error && errorCode(error) ? error.message : t("Can't reach the server. Try again.");
}

function GuestLine({ guest, roles }: { guest: Guest; roles: readonly AnyRole[] }) {
  const name = guest.name ?? guest.email;
  return (
    <li className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 gap-y-1 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:py-1">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
      >
        {[...name][0]}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block truncate">{name}</span>
        <span className="block truncate text-xs text-faint">
          {guest.via
            ? t("Through the folder {name}", { name: guest.via.name })
            : guest.isAccepted
              ? guest.email
              : t("Invited")}
        </span>
      </span>
      {guest.via ? (
        <span className="text-sm text-muted">{roleWords(guest.role)}</span>
      ) : (
        <>
          <span className="flex items-center gap-1 max-sm:col-start-2 max-sm:row-start-2">
            <RetryMark id={guest.shareId} isCompact />
            <RoleSelect
              label={t("Role of {name}", { name })}
              roles={roles}
              chosen={guest.role}
              onChange={(role) =>
                void change(
                  guest.shareId,
                  () => rpc.sharing.setRole({ shareId: guest.shareId, role }),
                  `${name}: ${roleWords(role).toLowerCase()}`,
                  {
                    shown: (guests) =>
                      guests.map((one) => (one.shareId === guest.shareId ? { ...one, role } : one)),
                  },
                )
              }
            />
          </span>
          <IconButton
            label={t("Stop sharing with {name}", { name })}
            className="max-sm:col-start-3 max-sm:row-start-1"
            onClick={() =>
              void change(
                guest.shareId,
                () => rpc.sharing.end({ shareId: guest.shareId }),
                t("No longer shared with {name}", { name }),
                { shown: (guests) => guests.filter(({ shareId }) => shareId !== guest.shareId) },
              )
            }
          >
            <X size={16} />
          </IconButton>
        </>
      )}
    </li>
  );
}
