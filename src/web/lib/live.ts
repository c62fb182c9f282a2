import type { LiveEvent } from "#contract/live.ts";
import { api, askAgain, queryClient } from "./api.ts";
import { frameWasChanged } from "./frame.ts";
import { loadSession } from "./session.ts";
import { onLive } from "./sync/device-sync.ts";
import { dropLostNotes } from "./shared-notes.ts";
import { gatherPer } from "./throttle.ts";

/** The specification's throttle of realtime changes. */
const EVERY = 1000;

/** What `frame.get` tells of. */
const IN_FRAME = new Set<LiveEvent["entity"]>(["workspace", "preferences", "onboarding", "notification"]);

/** What can lie in the trash. */
const IN_TRASH = new Set<LiveEvent["entity"]>(["note", "folder", "file", "task"]);

let isStarted = false;

/** The one place where changes made elsewhere become new data here. What is shown stays until the new is there. */
export function startLive(): void {
  if (isStarted) return;
  isStarted = true;
  const onEvents = gatherPer<LiveEvent>(EVERY, apply);
  onLive({
    onEvents,
    onGap: () => {
      askAgain();
      void dropLostNotes();
    },
  });
  void dropLostNotes();
}

const askForLists = () => askAgain(api.notes.list.key());
let takeIntoLists: (noteIds: ReadonlySet<string>) => void = askForLists;

/** A list on the screen says how changed notes come into it; the answer takes that back. */
export function takeNotesBy(take: (noteIds: ReadonlySet<string>) => void): () => void {
  takeIntoLists = take;
  return () => {
    if (takeIntoLists === take) takeIntoLists = askForLists;
  };
}

function apply(events: LiveEvent[]): void {
  const invalidate = askAgain;
  const notes = new Set(events.filter((event) => event.entity === "note").map((event) => event.entityId));
  if (notes.size > 0) {
    takeIntoLists(notes);
    invalidate(api.notes.search.key());
    // Folders and tags tell how many notes they hold.
    invalidate(api.folders.key());
    invalidate(api.tags.key());
    for (const noteId of notes) {
      invalidate(api.notes.get.key({ input: { noteId } }));
      invalidate(api.notes.versions.key({ input: { noteId } }));
    }
    askForBacklinks(notes);
  }
  if (events.some((event) => event.entity === "folder")) {
    invalidate(api.folders.key());
    invalidate(api.notes.list.key());
  }
  if (events.some((event) => IN_TRASH.has(event.entity))) invalidate(api.trash.key());
  if (events.some((event) => event.entity === "file")) invalidate(api.files.key());
  if (notes.size > 0) invalidate(api.sharing.key());
  if (events.some((event) => event.entity === "share")) {
    invalidate(api.sharing.key());
    invalidate(api.notes.key());
    void dropLostNotes();
  }
  if (events.some((event) => event.entity === "profile")) void loadSession();
  if (events.some((event) => event.entity === "notification")) invalidate(api.notifications.key());
  if (events.some((event) => event.entity === "task")) invalidate(api.tasks.key());
  if (events.some((event) => event.entity === "template")) invalidate(api.templates.key());
  for (const event of events)
    if (event.entity === "comment") invalidate(api.comments.list.key({ input: { noteId: event.entityId } }));
  // Whatever changes is logged with it.
  invalidate(api.activity.key());
  if (events.some((event) => IN_FRAME.has(event.entity))) frameWasChanged();
}

/** What leads to a note changes with the other notes; one that is being written would ask for its own every second. */
function askForBacklinks(changed: ReadonlySet<string>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: api.notes.backlinks.key() })) {
    const noteId = (queryKey[1] as { input?: { noteId?: string } } | undefined)?.input?.noteId;
    if (noteId && (changed.size > 1 || !changed.has(noteId)))
      askAgain(api.notes.backlinks.key({ input: { noteId } }));
  }
}
