import type { Template } from "#contract/templates.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
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

async function attempt(failure: string, undo: () => void, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    invalidate(api.templates.key());
    return true;
  } catch (error) {
    undo();
    toast.error(errorMessage(error, failure));
    return false;
  }
}

export async function saveTemplate(id: string, name: string, text: string): Promise<boolean> {
  const now = new Date().toISOString();
  const made = { id, name, text, createdAt: now, updatedAt: now };
  const undo = change((templates) => [...templates.filter((other) => other.id !== id), made]);
  const input = { id, name, text };
  return attempt(t("Failed to save the template"), undo, () =>
    send(["templates", "save"], input, () => api.templates.save.call(input)),
  );
}

export async function removeTemplate({ id }: Usable): Promise<boolean> {
  const undo = change((templates) => templates.filter((other) => other.id !== id));
  const input = { templateId: id };
  return attempt(t("Failed to delete the template"), undo, () =>
    send(["templates", "remove"], input, () => api.templates.remove.call(input)),
  );
}
