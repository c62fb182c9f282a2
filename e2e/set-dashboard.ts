import type { Person } from "./fixtures.ts";

type Placed = { component_key: string; props?: object };
type Config = {
  components?: Record<string, Placed>;
  gridLayout?: { widgets: (Placed & { id: string; size?: string })[] };
};

/** Gives the default dashboard of a person another config. */
export async function setDashboard(person: Pick<Person, "api">, config: Config): Promise<void> {
  const { layouts } = await person.api<{ layouts: { id: string }[] }>("GET", "/api/layouts");
  await person.api("PATCH", `/api/layouts/${layouts[0]!.id}`, { config });
}

export const placed = (component_key: string, props: object = {}): Placed => ({ component_key, props });
