import { CalendarArrowDown, CalendarArrowUp, CalendarCheck, FilePlus2, LayoutTemplate } from "lucide-react";
import { createFolder } from "../../kernel/folders/folder-mutations.ts";
import { dailyId, dayOf, formerDailyId, openDaily } from "./daily-note.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import type { Usable } from "./built-in.ts";
import { isoDay } from "../../lib/dates.ts";
import { fillTemplate } from "./fill-template.ts";
import { templatesQuery, usable } from "./template-mutations.ts";
import type { Action, Choice } from "../../kernel/actions/action.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { api, queryClient } from "../../platform/api.ts";
import { frameOptions, cachedFrame } from "../../kernel/workspace/frame.ts";
import { useSession } from "../../platform/session.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** One's own are asked for; without the server those kept on the device, and those of Cairn always. */
async function allTemplates(): Promise<Usable[]> {
  const known = await queryClient.ensureQueryData(templatesQuery()).catch(() => undefined);
  return usable(known?.templates ?? []);
}

/** The folder on the screen is where the note is made. */
export async function noteFromTemplate({ name, text }: Usable): Promise<void> {
  const folderId = /^\/(?:app|mobile)\/folders\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;
  const noteId = await createNote(folderId, fillTemplate(text, name), name, undefined, {
    origin: "template",
  });
  if (noteId) useActionContext.getState().go(`/app/editor/${noteId}`);
}

const templateChoices = async (): Promise<Choice[]> =>
  (await allTemplates()).map((template) => ({
    id: template.id,
    title: template.name,
    run: () => void noteFromTemplate(template),
  }));

/** The template of this name begins each day. */
const DAILY_TEMPLATE = "daily note";

/** The id of the workspace: every device of the account knows it, and nobody else is told. Null when it cannot be asked for. */
async function dailySeed(): Promise<string | null> {
  const frame = cachedFrame() ?? (await queryClient.ensureQueryData(frameOptions()).catch(() => undefined));
  return frame?.workspace.id ?? null;
}

/** Like the notes in it the folder has one id for all devices, whatever it is renamed to. */
async function dailyFolder(userId: string, seed: string): Promise<string | null> {
  const ids = [dailyId(seed, 0), formerDailyId(userId, 0)];
  const idIn = (known: { folders: { id: string }[] } | null) =>
    ids.find((id) => known?.folders.some((folder) => folder.id === id));
  const kept = await queryClient
    .ensureQueryData(api.folders.list.queryOptions({ input: {} }))
    .catch(() => null);
  // What is kept here may be older than the folder.
  const found = idIn(kept) ?? idIn(await api.folders.list.call({}).catch(() => null));
  return found ?? createFolder("Daily notes", null, ids[0]);
}

let isOpening = false;

/** @param distance Days from today */
export async function goToDay(distance: number): Promise<void> {
  const state = useSession.getState();
  if (state.status !== "signed-in" || isOpening) return;
  const userId = state.session.user.id;
  isOpening = true;
  try {
    const date = new Date();
    date.setDate(date.getDate() + distance);
    const seed = await dailySeed();
    if (seed === null) {
      toast.error(t("You're offline. Open today's note once online to use it offline."));
      return;
    }
    const template = (await allTemplates()).find(({ name }) => name.toLowerCase() === DAILY_TEMPLATE);
    const title = isoDay(date);
    const noteId = await openDaily({
      id: dailyId(seed, dayOf(date)),
      formerId: formerDailyId(userId, dayOf(date)),
      title,
      folderId: await dailyFolder(userId, seed),
      text: template ? fillTemplate(template.text, title, date) : "",
    });
    if (noteId) useActionContext.getState().go(`/app/editor/${noteId}`);
  } finally {
    isOpening = false;
  }
}

/** Notes that begin with something. */
export const templateActions: Action[] = [
  {
    id: "daily.today",
    title: t("Today's Note"),
    group: "General",
    icon: CalendarCheck,
    keywords: t("daily journal diary day"),
    run: () => goToDay(0),
  },
  {
    id: "daily.yesterday",
    title: t("Yesterday's Note"),
    group: "General",
    icon: CalendarArrowDown,
    keywords: t("daily journal diary day before"),
    run: () => goToDay(-1),
  },
  {
    id: "daily.tomorrow",
    title: t("Tomorrow's Note"),
    group: "General",
    icon: CalendarArrowUp,
    keywords: t("daily journal diary day after"),
    run: () => goToDay(1),
  },
  {
    id: "note.fromTemplate",
    title: t("New Note from a Template..."),
    group: "General",
    icon: FilePlus2,
    keywords: t("template create begin blueprint"),
    choices: templateChoices,
    run: () => openDialog({ kind: "templates", into: null }),
  },
  {
    id: "note.saveTemplate",
    after: "note.duplicate",
    title: t("Save as Template..."),
    group: "Note",
    icon: LayoutTemplate,
    keywords: t("template blueprint reuse"),
    isAvailable: (context) => noteOf(context)?.trashedAt === null,
    run: (context) => {
      const note = noteOf(context);
      if (note) openDialog({ kind: "save-template", note });
    },
  },
];
