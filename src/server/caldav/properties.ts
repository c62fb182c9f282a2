import { OBJECT_BYTES_MAX } from "../ics/stored-object.ts";
import type { Collection, DavObject } from "./collections.ts";
import { hrefTag, responseOf } from "./answer.ts";
import { hrefOf } from "./paths.ts";
import { APPLE, CALENDAR_SERVER, caldav, childrenOf, dav, type Element, escapeXml, tag } from "./xml.ts";

/** Who asks, and what its app password lets it do. */
export type Client = { userId: string; canWrite: boolean };

/** What is known of a resource, by name, as XML. Made when it is asked for. */
export type Properties = Record<string, () => string>;

export const CTAG = `{${CALENDAR_SERVER}}getctag`;
export const COLOR = `{${APPLE}}calendar-color`;

const ofAll = ({ userId, canWrite }: Client, isReadOnly = false): Properties => ({
  [dav("current-user-principal")]: () => hrefTag(hrefOf.principal(userId)),
  [dav("principal-collection-set")]: () => hrefTag(hrefOf.principal(userId)),
  [dav("owner")]: () => hrefTag(hrefOf.principal(userId)),
  [dav("current-user-privilege-set")]: () =>
    ["read", "read-current-user-privilege-set", ...(canWrite && !isReadOnly ? WRITE_PRIVILEGES : [])]
      .map((name) => tag(dav("privilege"), tag(dav(name))))
      .join(""),
});

const WRITE_PRIVILEGES = ["write", "write-properties", "write-content", "bind", "unbind"];

export const rootProperties = (client: Client): Properties => ({
  ...ofAll(client),
  [dav("resourcetype")]: () => tag(dav("collection")),
  [dav("displayname")]: () => "Cairn",
});

/** @param email null where the account has none that is known here */
export const principalProperties = (client: Client, about: { name: string; email: string }): Properties => ({
  ...ofAll(client),
  [dav("resourcetype")]: () => tag(dav("collection")) + tag(dav("principal")),
  [dav("displayname")]: () => escapeXml(about.name || about.email),
  [dav("principal-URL")]: () => hrefTag(hrefOf.principal(client.userId)),
  [caldav("calendar-home-set")]: () => hrefTag(hrefOf.home(client.userId)),
  [caldav("calendar-user-address-set")]: () => hrefTag(`mailto:${about.email}`),
});

export const homeProperties = (client: Client): Properties => ({
  ...ofAll(client),
  [dav("resourcetype")]: () => tag(dav("collection")),
  [dav("displayname")]: () => "Calendars",
});

export const collectionProperties = (
  client: Client,
  { name, component, color, isReadOnly }: Collection,
  token: string,
): Properties => ({
  ...ofAll(client, isReadOnly),
  [dav("resourcetype")]: () => tag(dav("collection")) + tag(caldav("calendar")),
  [dav("displayname")]: () => escapeXml(name),
  [dav("sync-token")]: () => tokenUri(token),
  [CTAG]: () => token,
  [dav("supported-report-set")]: () =>
    [dav("sync-collection"), caldav("calendar-query"), caldav("calendar-multiget")]
      .map((report) => tag(dav("supported-report"), tag(dav("report"), tag(report))))
      .join(""),
  [caldav("supported-calendar-component-set")]: () => `<c:comp name="${component}"/>`,
  [caldav("supported-calendar-data")]: () => '<c:calendar-data content-type="text/calendar" version="2.0"/>',
  [caldav("max-resource-size")]: () => String(OBJECT_BYTES_MAX),
  ...(color && { [COLOR]: () => `${color}FF` }),
});

/** A token is a URI by RFC 6578. */
const TOKEN_URI = "data:,cairn-";
export const tokenUri = (token: string): string => TOKEN_URI + token;
export const tokenOfUri = (uri: string): string =>
  uri.startsWith(TOKEN_URI) ? uri.slice(TOKEN_URI.length) : "";

export const objectProperties = (
  client: Client,
  { component, isReadOnly }: Collection,
  { etag }: Pick<DavObject, "etag">,
  text?: string,
): Properties => ({
  ...ofAll(client, isReadOnly),
  [dav("resourcetype")]: () => "",
  [dav("getetag")]: () => escapeXml(etag),
  [dav("getcontenttype")]: () => `text/calendar; charset=utf-8; component=${component}`,
  ...(text !== undefined && {
    [caldav("calendar-data")]: () => escapeXml(text),
    [dav("getcontentlength")]: () => String(Buffer.byteLength(text)),
  }),
});

/** What a request wants to know; null is all that is worth telling unasked. */
export type Asked = string[] | null;

export function askedOf(request: Element | null): Asked {
  const [prop] = childrenOf(request ?? undefined, dav("prop"));
  return prop ? [...new Set(prop.children.map(({ name }) => name))].slice(0, MOST_ASKED) : null;
}

/** Programs ask for about thirty. */
const MOST_ASKED = 200;

const UNASKED = [
  dav("resourcetype"),
  dav("displayname"),
  dav("getetag"),
  dav("getcontenttype"),
  dav("sync-token"),
  CTAG,
];

export function describe(href: string, properties: Properties, asked: Asked): string {
  const names = asked ?? UNASKED.filter((name) => name in properties);
  const isKnown = (name: string) => Object.hasOwn(properties, name);
  return responseOf(
    href,
    names.filter(isKnown).map((name) => tag(name, properties[name]!())),
    names.filter((name) => !isKnown(name)),
  );
}
