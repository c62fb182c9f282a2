/** What programs send and are answered, as text. */
export const object = (component: string, uid: string, lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    `BEGIN:${component}`,
    `UID:${uid}`,
    "DTSTAMP:20261125T000000Z",
    ...lines,
    `END:${component}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
export const event = (uid: string, title: string, more: string[] = []) =>
  object("VEVENT", uid, [
    "DTSTART;TZID=Europe/Oslo:20270301T090000",
    "DTEND;TZID=Europe/Oslo:20270301T100000",
    `SUMMARY:${title}`,
    ...more,
  ]);
export const todo = (uid: string, lines: string[]) => object("VTODO", uid, lines);

export const SPACES =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/"';
export const props = (...names: string[]) =>
  `<d:propfind ${SPACES}><d:prop>${names.map((name) => `<${name}/>`).join("")}</d:prop></d:propfind>`;
export const sync = (token: string) =>
  `<d:sync-collection ${SPACES}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
export const tokenIn = (text: string) => /<d:sync-token>([^<]+)<\/d:sync-token>/.exec(text)![1]!;
/** Names of objects in an answer, those that are gone with a minus. */
export const namesIn = (text: string) =>
  [...text.matchAll(/<d:response><d:href>[^<]*\/([^</]+)<\/d:href>(<d:status>HTTP\/1.1 404)?/g)].map(
    ([, name, gone]) => (gone ? "-" : "") + name,
  );
export const linesIn = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");
