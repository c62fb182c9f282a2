import type { Layout, LayoutConfig } from "#contract/layouts.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { known, listKey, refreshLayouts, showLayouts, whileChanging } from "./layout-changes.ts";

/** Switches a component on or off for everybody, as the operator alone may. */
export async function switchComponent(componentType: string, isEnabled: boolean): Promise<void> {
  const show = (isOn: boolean) =>
    queryClient.setQueryData(listKey(), (list) => {
      const others = list?.off.filter((one) => one !== componentType) ?? [];
      return list && { ...list, off: isOn ? others : [...others, componentType] };
    });
  show(isEnabled);
  try {
    await api.layouts.switchComponent.call({ componentType, isEnabled });
  } catch (error) {
    show(!isEnabled);
    toast.error(failureWords(error, t("Failed to switch the component")));
  }
  refreshLayouts();
}

/** @returns the id of the new one, also before the server has answered; null when it was refused */
export async function createLayout(name: string, config: LayoutConfig): Promise<string | null> {
  const id = newId();
  const now = new Date().toISOString();
  showLayouts((layouts) => [
    ...layouts,
    { id, name, config, isDefault: false, createdAt: now, updatedAt: now },
  ]);
  const input = { id, name, config };
  try {
    await whileChanging(() => send(["layouts", "create"], input, () => api.layouts.create.call(input)));
  } catch (error) {
    showLayouts((layouts) => layouts.filter((layout) => layout.id !== id));
    toast.failed(
      failureWords(error, t("Failed to create the dashboard")),
      () => void createLayout(name, config),
    );
    return null;
  }
  refreshLayouts();
  undoable(t("Created the dashboard {name}", { name }), () => dropOrThrow(id));
  return id;
}

type LayoutChange = { name?: string; isDefault?: true };

export async function changeLayout(id: string, change: LayoutChange): Promise<boolean> {
  const before = known(id);
  if (!before || !(await changeQuietly(id, change))) return false;
  const { name } = change;
  if (name !== undefined && name !== before.name)
    undoable(t("Renamed {before} to {after}", { before: before.name, after: name }), async () => {
      if (known(id)?.name !== name) throw new ChangedSince();
      if (!(await changeQuietly(id, { name: before.name }))) throw new Error("The name was not put back");
    });
  return true;
}

async function changeQuietly(id: string, change: LayoutChange): Promise<boolean> {
  const isDefault = (layout: Layout) => (change.isDefault ? layout.id === id : layout.isDefault);
  showLayouts((layouts) =>
    layouts
      .map((layout) => ({
        ...layout,
        isDefault: isDefault(layout),
        ...(layout.id === id && change.name && { name: change.name }),
      }))
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
  );
  const input = { layoutId: id, ...change };
  try {
    await whileChanging(() => send(["layouts", "update"], input, () => api.layouts.update.call(input)));
  } catch (error) {
    toast.failed(
      failureWords(error, t("Failed to change the dashboard")),
      () => void changeLayout(id, change),
    );
    return false;
  } finally {
    refreshLayouts();
  }
  return true;
}

export async function removeLayout({ id, name, isDefault }: Layout): Promise<boolean> {
  if (!(await drop(id))) return false;
  const undo = async () => {
    await restore(id);
    if (isDefault) await changeQuietly(id, { isDefault: true });
  };
  undoable(t("Deleted the dashboard {name}", { name }), undo, { redo: () => drop(id) });
  return true;
}

async function drop(id: string): Promise<boolean> {
  const before = queryClient.getQueryData(listKey());
  showLayouts((layouts) => layouts.filter((layout) => layout.id !== id));
  const input = { layoutId: id };
  try {
    await whileChanging(() => send(["layouts", "remove"], input, () => api.layouts.remove.call(input)));
  } catch (error) {
    queryClient.setQueryData(listKey(), before);
    toast.failed(failureWords(error, t("Failed to delete the dashboard")), () => void drop(id));
    return false;
  } finally {
    refreshLayouts();
  }
  return true;
}

async function dropOrThrow(id: string): Promise<void> {
  if (!(await drop(id))) throw new Error("The dashboard was not deleted");
}

async function restore(id: string): Promise<void> {
  const input = { layoutId: id };
  await whileChanging(() => send(["layouts", "restore"], input, () => api.layouts.restore.call(input)));
  refreshLayouts();
}
