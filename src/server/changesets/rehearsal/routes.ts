import { signedIn } from "../../base.ts";
import { changeRehearsal, takeBackFor } from "./change.ts";
import { readRehearsed } from "./note.ts";
import { listRehearsed } from "./notes.ts";
import { listPlaces } from "./places.ts";
import { startRehearsal } from "./start.ts";

const { rehearsals } = signedIn;

export const rehearsalRoutes = {
  start: rehearsals.start.handler(({ input, context }) => startRehearsal(context, context.userId, input)),
  places: rehearsals.places.handler(({ input, context }) => listPlaces(context, context.userId, input.id)),
  notes: rehearsals.notes.handler(({ input, context }) => listRehearsed(context, context.userId, input)),
  note: rehearsals.note.handler(({ input, context }) => readRehearsed(context, context.userId, input)),
  change: rehearsals.change.handler(({ input: { id, ...added }, context }) =>
    changeRehearsal(context, context.userId, id, added),
  ),
  takeBack: rehearsals.takeBack.handler(({ input, context }) => takeBackFor(context, context.userId, input)),
};
