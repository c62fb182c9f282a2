import type { Services } from "../base.ts";
import { ensureCalendar } from "../calendar/objects/collections.ts";
import { type Answer, missingAnswer, multistatus, refusal } from "./answer.ts";
import { type Collection, collectionsOf, type DavObject } from "./collections.ts";
import { type Address, hrefOf } from "./paths.ts";
import {
  type Asked,
  askedOf,
  type Client,
  collectionProperties,
  describe,
  homeProperties,
  objectProperties,
  principalProperties,
  rootProperties,
} from "./properties.ts";
import { dav, type Element, tag } from "./xml.ts";

type Deps = Pick<Services, "db" | "collab">;
type Question = { deps: Deps; client: Client; asked: Asked; isDeep: boolean };

export async function propfind(
  deps: Deps,
  client: Client,
  address: Address,
  { depth, request }: { depth: string | undefined; request: Element | null },
): Promise<Answer> {
  if (depth !== undefined && depth !== "0" && depth !== "1")
    return refusal(403, tag(dav("propfind-finite-depth")), "Ask for one level at a time.");
  const question = { deps, client, asked: askedOf(request), isDeep: depth === "1" };
  if (address.kind === "root")
    return multistatus([describe(hrefOf.root(), rootProperties(client), question.asked)]);
  if (address.kind === "principal") return multistatus([await describePrincipal(question)]);
  if (address.kind === "home") return multistatus(await describeHome(question));
  const collection = (await collectionsOf(deps, client.userId)).find(({ slug }) => slug === address.slug);
  if (!collection) return missingAnswer();
  if (address.kind === "collection") return describeContent(question, collection);
  return describeObject(question, collection, address.name);
}

async function describePrincipal({ deps, client, asked }: Question): Promise<string> {
  const [profile] = await deps.db.queryAs<{ email: string; display_name: string }>(
    client.userId,
    "SELECT email, display_name FROM user_profiles WHERE id = $1",
    [client.userId],
    "principal",
  );
  const about = { name: profile?.display_name ?? "", email: profile?.email ?? "" };
  return describe(hrefOf.principal(client.userId), principalProperties(client, about), asked);
}

async function describeHome(question: Question): Promise<string[]> {
  const { deps, client, asked, isDeep } = question;
  const home = describe(hrefOf.home(client.userId), homeProperties(client), asked);
  if (!isDeep) return [home];
  let collections = await collectionsOf(deps, client.userId);
  if (
    client.canWrite &&
    collections.every(({ calendarId, isReadOnly, isShared }) => calendarId === null || isReadOnly || isShared)
  ) {
    await ensureCalendar(deps.db, client.userId);
    collections = await collectionsOf(deps, client.userId);
  }
  return [home, ...(await Promise.all(collections.map((one) => describeCollection(question, one))))];
}

async function describeCollection(
  { deps, client, asked }: Question,
  collection: Collection,
): Promise<string> {
  const { token } = await deps.db.withUser(client.userId, collection.tokenOf);
  const href = hrefOf.collection(client.userId, collection.slug);
  return describe(href, collectionProperties(client, collection, token), asked);
}

async function describeContent(question: Question, collection: Collection): Promise<Answer> {
  const { deps, client, isDeep } = question;
  const head = await describeCollection(question, collection);
  if (!isDeep) return multistatus([head]);
  const objects = await deps.db.withUser(client.userId, async (tx) =>
    collection.list(tx, (await collection.tokenOf(tx)).epoch),
  );
  return multistatus(listed(question, collection, head, objects));
}

function* listed(question: Question, collection: Collection, head: string, objects: DavObject[]) {
  yield head;
  for (const object of objects) yield objectResponse(question, collection, object);
}

const objectResponse = ({ client, asked }: Question, collection: Collection, object: DavObject) =>
  describe(
    hrefOf.object(client.userId, collection.slug, object.name),
    objectProperties(client, collection, object),
    asked,
  );

async function describeObject(question: Question, collection: Collection, name: string): Promise<Answer> {
  const { deps, client } = question;
  const [object] = await deps.db.withUser(client.userId, async (tx) =>
    collection.find(tx, (await collection.tokenOf(tx)).epoch, [name]),
  );
  return object ? multistatus([objectResponse(question, collection, object)]) : missingAnswer();
}
