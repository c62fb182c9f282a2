import type { FastifyInstance, FastifyRequest } from "fastify";
import { TABLE_STATES } from "#contract/imports.ts";
import type { Services } from "../../base.ts";
import { Failure, notFound } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import { createInFlight, readCounted } from "../../platform/in-flight.ts";
import { callerOf } from "../../tokens/caller.ts";
import type { Choices } from "./choose-tasks.ts";
import { importTable, lookAtTable, type SentTable, type TableTarget } from "./import-board.ts";

const MOST_BYTES = 10 * 1024 * 1024;
const NAME_MAX = 200;

type Query = Partial<Record<"name" | "projectId" | "title" | "states" | "withAway" | "dayOrder", unknown>>;
type Sent = { Querystring: Query };

/** Tables of tasks from other programs: looked at first, then made. The table is the body, in whatever encoding it is. */
export async function boardHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const inFlight = createInFlight({ perUser: 3 * MOST_BYTES, inAll: Infinity, share: 0, shares: 0 });
  const taken = async <T>(
    request: FastifyRequest<Sent>,
    run: (userId: string, sent: SentTable, choices: Choices) => Promise<T>,
  ): Promise<T> => {
    const session = await callerOf(services, request as FastifyRequest, "write");
    if (!session) throw new Failure("UNAUTHENTICATED");
    if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) throw tooLarge();
    const choices = readChoices(request.query);
    const { bytes, release } = await readCounted(request.raw as AsyncIterable<Buffer>, {
      inFlight,
      who: session.userId,
      limit: MOST_BYTES,
      tooLarge,
    });
    try {
      return await run(
        session.userId,
        { bytes, name: textOf(request.query.name, "name") ?? "table.csv" },
        choices,
      );
    } finally {
      release();
    }
  };
  app.post<Sent>("/api/projects/tables/look", (request) =>
    taken(request, (userId, sent, choices) => {
      const target = readTarget(request.query);
      return lookAtTable(services, userId, sent, "projectId" in target ? target.projectId : null, choices);
    }),
  );
  app.post<Sent>("/api/projects/tables", (request) =>
    taken(request, (userId, sent, choices) =>
      importTable(services, userId, sent, readTarget(request.query), choices),
    ),
  );
}

const tooLarge = () =>
  new Failure("TOO_LARGE", "A table can be at most 10 MB. Export fewer tasks at a time.");

function textOf(value: unknown, field: string): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().trim() : "";
  if (text === "" || text.length > NAME_MAX)
    throw new Failure("INVALID_INPUT", `${field}: 1 to ${NAME_MAX} characters`);
  return text;
}

function readTarget({ projectId, title }: Query): TableTarget {
  if (projectId === undefined) return { title: textOf(title, "title") };
  if (typeof projectId !== "string" || !isId(projectId)) throw notFound();
  return { projectId };
}

const DAY_ORDERS = new Map<unknown, boolean>([
  ["day-first", true],
  ["month-first", false],
]);

function readChoices({ states, withAway, dayOrder }: Query): Choices {
  const isDayFirst = dayOrder === undefined ? null : DAY_ORDERS.get(dayOrder);
  if (isDayFirst === undefined)
    throw new Failure("INVALID_INPUT", `dayOrder: ${[...DAY_ORDERS.keys()].join(" or ")}`);
  const others = { withAway: withAway === "true", isDayFirst };
  if (states === undefined) return { states: null, ...others };
  const given = typeof states === "string" ? states.split(",") : [];
  const read = given.map((word) => TABLE_STATES.find((state) => state === word));
  if (read.some((state) => state === undefined) || read.length === 0)
    throw new Failure("INVALID_INPUT", `states: ${TABLE_STATES.join(", ")}, one for each of the table`);
  return { states: read as Choices["states"], ...others };
}
