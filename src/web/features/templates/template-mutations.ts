import type { Template } from "#contract/templates.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { BUILT_IN, type Usable } from "./built-in.ts";
import { t } from "../../lib/messages/t.ts";

const listKey = () => api.templates.list.queryKey({ input: {} });

export const templatesQuery = () => api.templates.list.queryOptions({ input: {} });

/** One's own by name, then those that come with Cairn and were not replaced by one of the same name. */
export function usable(own: readonly Template[]): Usable[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return [
    ...own.map(({ id, name, text }) => ({ id, name, text, isBuiltIn: false })),
    ...BUILT_IN.filter(({ name }) => !names.has(name.toLowerCase())),
  ];
}

function change(work: (templates: Template[]) => Template[]): () => void {
  const key = listKey();
  const before = queryClient.getQueryData(key);
  queryClient.setQueryData(key, (known) => known && { templates: work(known.templates) });
  persistQueries(key);
  return () => {
    queryClient.setQueryData(key, before);
    persistQueries(key);
  };
}

async function attempt(
  failure: string,
  undo: () => void,
  work: () => Promise<unknown>,
  again: () => unknown,
): Promise<boolean> {
  try {
    await work();
    invalidate(api.templates.key());
    return true;
  } catch (error) {
    undo();
    toast.failed(errorMessage(error, failure), () => void again());
    return false;
  }
}

type Words = Pick<Template, "id" | "name" | "text">;

const known = (id: string): Words | undefined =>
  queryClient.getQueryData(listKey())?.templates.find((template) => template.id === id);

/** Takes a change of a template back, unless it says something else by now. */
async function putBack(id: string, before: Words | undefined, after: Words | undefined): Promise<void> {
  await queryClient.refetchQueries({ queryKey: listKey() });
  const now = known(id);
  if (now?.name !== after?.name || now?.text !== after?.text) throw new ChangedSince();
  const isBack = before ? await keep(before) : await drop(id);
  if (!isBack) throw new Error("The template was not put back");
}

/** Saves a template and offers to take that back; `words` in a toast, which lies behind the dialog of templates. */
export async function saveTemplate(id: string, name: string, text: string, words?: string): Promise<boolean> {
  const before = known(id);
  const after = { id, name, text };
  if (!(await keep(after))) return false;
  undoable(words ?? t("Changed the template {name}", { name }), () => putBack(id, before, after), {
    isQuiet: words === undefined,
    redo: () => keep(after),
  });
  return true;
}

function keep({ id, name, text }: Words): Promise<boolean> {
  const now = new Date().toISOString();
  const made = { id, name, text, createdAt: now, updatedAt: now };
  const undo = change((templates) => [...templates.filter((other) => other.id !== id), made]);
  const input = { id, name, text };
  return attempt(
    t("Failed to save the template"),
    undo,
    () => send(["templates", "save"], input, () => api.templates.save.call(input)),
    () => saveTemplate(id, name, text),
  );
}

/** The entry of what can be undone, or null when it was refused. The dialog of templates offers it itself. */
export async function removeTemplate({ id, name, text }: Usable): Promise<number | null> {
  if (!(await drop(id))) return null;
  return undoable(
    t("Deleted the template {name}", { name }),
    () => putBack(id, { id, name, text }, undefined),
    { isQuiet: true, redo: () => drop(id) },
  );
}

function drop(id: string): Promise<boolean> {
  const undo = change((templates) => templates.filter((other) => other.id !== id));
  const input = { templateId: id };
  return attempt(
    t("Failed to delete the template"),
    undo,
    () => send(["templates", "remove"], input, () => api.templates.remove.call(input)),
    () => drop(id),
  );
}
