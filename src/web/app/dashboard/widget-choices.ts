import type { Layout } from "#contract/layouts.ts";
import { arrange } from "../../features/dashboard/arrange.ts";
import { openSettings } from "../../features/dashboard/dialogs.tsx";
import { defaultLayoutId, known, knownOff } from "../../features/dashboard/layout-changes.ts";
import { type Slot, slotsOf } from "../../features/dashboard/model/arrangement.ts";
import type { ActionContext, Choice } from "../../kernel/actions/action.ts";
import { entryOf, nameOf } from "../../kernel/widgets/catalog.ts";
import { catalog } from "./catalog.ts";

const PATH = "/app/dashboard";

/** The dashboard on the screen, else the default one. */
async function layoutOf({ path }: ActionContext): Promise<Layout | undefined> {
  const named = path.startsWith(PATH) ? new URLSearchParams(location.search).get("layout") : null;
  const first = await defaultLayoutId();
  return known(named ?? "") ?? known(first ?? "");
}

const hrefOf = async (layout: Layout): Promise<string> =>
  layout.id === (await defaultLayoutId()) ? PATH : `${PATH}?layout=${layout.id}`;

const nameOfSlot = ({ componentKey }: Slot): string => {
  const entry = entryOf(catalog, componentKey);
  return entry ? nameOf(entry, componentKey) : componentKey;
};

export async function addChoices(context: ActionContext): Promise<Choice[]> {
  const layout = await layoutOf(context);
  if (!layout) return [];
  const present = new Set(slotsOf(layout.config, "desktop").map(({ componentKey }) => componentKey));
  const offered = catalog.filter(({ id }) => !knownOff().includes(id));
  return offered.flatMap((entry) =>
    Object.entries(entry.members ?? { [entry.componentKey]: entry.name }).map(([key, name]) => ({
      id: key,
      title: name,
      isCurrent: present.has(key),
      run: () => void arrange.add(layout.id, null, { key, name, size: entry.size }),
    })),
  );
}

export async function removeChoices(context: ActionContext): Promise<Choice[]> {
  const layout = await layoutOf(context);
  if (!layout) return [];
  return slotsOf(layout.config, "desktop").map((slot) => ({
    id: slot.id,
    title: nameOfSlot(slot),
    run: () => void arrange.remove(layout.id, slot, nameOfSlot(slot)),
  }));
}

export async function configureChoices(context: ActionContext): Promise<Choice[]> {
  const layout = await layoutOf(context);
  if (!layout) return [];
  const slots = await Promise.all(
    slotsOf(layout.config, "desktop").map(async (slot) => {
      const widget = await entryOf(catalog, slot.componentKey)?.load(slot.componentKey);
      return widget?.fields ? [slot] : [];
    }),
  );
  return slots.flat().map((slot) => ({
    id: slot.id,
    title: nameOfSlot(slot),
    run: async () => {
      context.go(await hrefOf(layout));
      openSettings(layout.id, slot);
    },
  }));
}
