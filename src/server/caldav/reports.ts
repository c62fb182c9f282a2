import type { Services } from "../base.ts";
import { zoneOfUser } from "../db/account-clock.ts";
import { goneResponse, multistatus, refusal, type Answer } from "./answer.ts";
import type { Collection, DavObject } from "./collections.ts";
import { type Filter, isTodoBetween, passes, readFilter } from "./filter.ts";
import { hrefOf, readAddress } from "./paths.ts";
import {
  type Asked,
  askedOf,
  type Client,
  describe,
  objectProperties,
  tokenOfUri,
  tokenUri,
} from "./properties.ts";
import { caldav, child, childrenOf, dav, type Element, tag } from "./xml.ts";

/** Objects whose files are made in one transaction. */
const IN_PART = 200;
const MULTIGET_MAX = 50_000;

type Deps = Pick<Services, "db">;
export type Asking = { deps: Deps; client: Client; collection: Collection };

/** What is asked of one collection. */
export async function answerReport(asking: Asking, request: Element): Promise<Answer> {
  const report = REPORTS[request.name];
  if (!report) return refusal(403, tag(dav("supported-report")), "This report isn't known here.");
  return report(asking, request);
}

const REPORTS: Record<string, (asking: Asking, request: Element) => Promise<Answer>> = {
  [caldav("calendar-multiget")]: multiget,
  [caldav("calendar-query")]: query,
  [dav("sync-collection")]: syncCollection,
};

async function multiget(asking: Asking, request: Element): Promise<Answer> {
  const hrefs = childrenOf(request, dav("href")).map(({ text }) => text.trim());
  if (hrefs.length > MULTIGET_MAX) return refusal(507, tag(dav("number-of-matches-within-limits")));
  return multistatus(getMany(asking, hrefs, askedOf(request)));
}

async function* getMany(asking: Asking, hrefs: string[], asked: Asked): AsyncGenerator<string> {
  const { client, collection, deps } = asking;
  for (let at = 0; at < hrefs.length; at += IN_PART) {
    const part = hrefs.slice(at, at + IN_PART).map((href) => ({ href, name: nameIn(asking, href) }));
    const names = part.flatMap(({ name }) => name ?? []);
    const found = await deps.db.withUser(client.userId, async (tx) => {
      const { epoch } = await collection.tokenOf(tx);
      return collection.write(tx, await collection.find(tx, epoch, names));
    });
    const byName = new Map(found.map((object) => [object.name, object]));
    for (const { href, name } of part) {
      const object = name === null ? undefined : byName.get(name);
      // Under the very address that was asked for: clients look for it as they wrote it.
      yield object
        ? describe(href, objectProperties(client, collection, object, object.text), asked)
        : goneResponse(href);
    }
  }
}

/** Null for what is elsewhere. */
function nameIn({ client, collection }: Asking, href: string): string | null {
  const address = readAddress(href);
  const isHere =
    address?.kind === "object" && address.userId === client.userId && address.slug === collection.slug;
  return isHere ? address.name : null;
}

async function query(asking: Asking, request: Element): Promise<Answer> {
  const filter = readFilter(request);
  const { client, collection, deps } = asking;
  const isOther = filter.component !== null && filter.component !== collection.component;
  const found = isOther
    ? []
    : await deps.db.withUser(client.userId, async (tx) => {
        const { epoch } = await collection.tokenOf(tx);
        const within = filter.range ? await collection.between(tx, filter.range) : null;
        const all = await collection.list(tx, epoch);
        return within ? all.filter(({ id }) => within.has(id)) : all;
      });
  return multistatus(filtered(asking, found, filter, askedOf(request)));
}

async function* filtered(
  asking: Asking,
  objects: DavObject[],
  filter: Filter,
  asked: Asked,
): AsyncGenerator<string> {
  const { client, collection, deps } = asking;
  const isOfFile = filter.tests.length > 0 || (filter.range !== null && collection.component === "VTODO");
  if (!isOfFile && !asked?.includes(caldav("calendar-data"))) {
    for (const object of objects) yield objectResponse(asking, object, asked);
    return;
  }
  for (let at = 0; at < objects.length; at += IN_PART) {
    const part = objects.slice(at, at + IN_PART);
    const { written, zone } = await deps.db.withUser(client.userId, async (tx) => ({
      written: await collection.write(tx, part),
      zone: await zoneOfUser(tx),
    }));
    for (const object of written)
      if (passes(object.text, filter) && isInRange(asking, object.text, filter, zone))
        yield objectResponse(asking, object, asked, object.text);
  }
}

const isInRange = ({ collection }: Asking, text: string, { range }: Filter, zone: string | null) =>
  range === null || collection.component === "VEVENT" || isTodoBetween(text, range, zone);

const objectResponse = (
  { client, collection }: Asking,
  object: { name: string; etag: string },
  asked: Asked,
  text?: string,
) =>
  describe(
    hrefOf.object(client.userId, collection.slug, object.name),
    objectProperties(client, collection, object, text),
    asked,
  );

/** RFC 6578. What a client asks as a limit is not one here: all that changed is told at once. */
async function syncCollection(asking: Asking, request: Element): Promise<Answer> {
  const { client, collection, deps } = asking;
  const since = child(request, dav("sync-token"))?.text.trim() ?? "";
  const asked = askedOf(request);
  const changes = await deps.db.withUser(client.userId, async (tx) => {
    if (since !== "") return collection.changes(tx, tokenOfUri(since));
    const { token, epoch } = await collection.tokenOf(tx);
    return { token, changed: await collection.list(tx, epoch), removed: [] };
  });
  if (!changes)
    return refusal(403, tag(dav("valid-sync-token")), "This is too long ago. Ask for everything once more.");
  return multistatus(changed(asking, changes, asked));
}

async function* changed(
  asking: Asking,
  {
    changed: objects,
    removed,
    token,
  }: { changed: { name: string; etag: string }[]; removed: string[]; token: string },
  asked: Asked,
): AsyncGenerator<string> {
  const { client, collection } = asking;
  const nothing: Filter = { component: null, range: null, tests: [] };
  yield* filtered(asking, objects as DavObject[], nothing, asked);
  for (const name of removed) yield goneResponse(hrefOf.object(client.userId, collection.slug, name));
  yield tag(dav("sync-token"), tokenUri(token));
}
