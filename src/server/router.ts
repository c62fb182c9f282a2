import { activityRoutes } from "./activity/routes.ts";
import { canUndoWith } from "./activity/undoable.ts";
import { type Answers, open } from "./base.ts";
import type { Feature, Undos } from "./feature.ts";
import { features } from "./features.ts";
import { trashKindsOf } from "./trash/kinds.ts";
import { trashRoutes } from "./trash/routes.ts";
import { undoRoutes } from "./undo/routes.ts";

const registered: readonly Feature[] = features;
const undos: Undos = Object.assign({}, ...registered.map(({ undo }) => undo));

/**
 * What the features answer; an operation of the contract that nobody answers does not compile. The type is written out, because the compiler
 * refuses to write one of this length down itself.
 */
export const router: Answers = open.router({
  ...joinRoutes(features),
  activity: { ...activityRoutes(canUndoWith(undos)), ...undoRoutes(undos) },
  trash: trashRoutes(trashKindsOf(registered)),
});

type Both<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Several features may answer operations of one noun, as history does for notes. */
function joinRoutes<const Features extends readonly Feature[]>(
  all: Features,
): Both<Features[number]["routes"]> {
  const joined: Record<string, object> = {};
  for (const { routes } of all)
    for (const [noun, operations] of Object.entries(routes))
      joined[noun] = { ...joined[noun], ...operations };
  return joined as Both<Features[number]["routes"]>;
}
