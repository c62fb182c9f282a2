import { setTimeout as delay } from "node:timers/promises";
import type { Import, ImportItem } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { type MakeOptions, startApplying } from "../import/apply/apply-import.ts";
import { Failure } from "../failure.ts";
import { getImport, listItems } from "../import/imports.ts";

const LOOK_EVERY_MS = 200;
const AT_A_TIME = 500;

export type Progress = NonNullable<Import["progress"]>;

/** What a command does with an import. */
export type Followed = { userId: string; id: string; onProgress: (progress: Progress) => void };

/** Waits for the plan. @throws Failure INVALID_INPUT with what is wrong with what was sent */
export async function untilReady(services: Services, followed: Followed): Promise<Import> {
  return settled(services, followed, "ready");
}

/** Makes what the plan says. @throws Failure INVALID_INPUT with why it broke off */
export async function apply(
  services: Services,
  followed: Followed,
  more?: Pick<MakeOptions, "keepsTrash">,
): Promise<Import> {
  const options = { folderId: null, withSettings: false, ...more };
  await startApplying(services, followed.userId, followed.id, options);
  return settled(services, followed, "done");
}

async function settled({ db }: Services, followed: Followed, wanted: Import["status"]): Promise<Import> {
  for (;;) {
    const found = await getImport(db, followed.userId, followed.id);
    if (found.status === wanted) return found;
    if (found.status !== "reading" && found.status !== "making")
      throw new Failure(
        "INVALID_INPUT",
        found.message ?? (found.status === "cancelled" ? "The import was canceled." : "It couldn't be read."),
      );
    if (found.progress) followed.onProgress(found.progress);
    await delay(LOOK_EVERY_MS);
  }
}

/** In the order of the plan. */
export async function* itemsOf({ db }: Services, { userId, id }: Followed): AsyncGenerator<ImportItem> {
  for (let after: number | null = -1; after !== null;) {
    const page = await listItems(db, userId, { importId: id, only: "all", after, limit: AT_A_TIME });
    yield* page.items;
    after = page.nextAfter;
  }
}
