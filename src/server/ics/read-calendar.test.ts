import { describe, expect, it } from "vitest";
import { decodeCalendar } from "./content-lines.ts";
import { readCalendar } from "./read-calendar.ts";
import { writeCalendar, writeEvent } from "./write-calendar.ts";

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];
const todo = (...lines: string[]) => ["BEGIN:VTODO", "UID:one", ...lines, "END:VTODO"];
const read = (...lines: string[]) => readCalendar(calendar(...lines));
const first = (...lines: string[]) => read(...event(...lines)).events[0]!;
const when = ({ date, time, endDate, endTime, timeZone }: ReturnType<typeof first>) =>
  [date, time, endDate, endTime, timeZone].join(" ");
const vtimezone = (id: string, ...inner: string[]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${id}`,
  ...inner,
  "END:VTIMEZONE",
];
const half = (name: string, start: string, from: string, to: string, rule?: string) => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...(rule ? [`RRULE:${rule}`] : []),
  `END:${name}`,
];
const CENTRAL_EUROPE = [
  ...half("STANDARD", "16010101T030000", "+0200", "+0100", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
  ...half("DAYLIGHT", "16010101T020000", "+0100", "+0200", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
];

describe("times", () => {
  it.each([
    ["a day", ["DTSTART;VALUE=DATE:20260301"], "2026-03-01  2026-03-01  "],
    ["a day without its VALUE", ["DTSTART:20260301"], "2026-03-01  2026-03-01  "],
    [
      "days, whose end is the day after",
      ["DTSTART;VALUE=DATE:20260227", "DTEND;VALUE=DATE:20260302"],
      "2026-02-27  2026-03-01  ",
    ],
    ["floating", ["DTSTART:20260301T093000", "DTEND:20260301T100000"], "2026-03-01 09:30 2026-03-01 10:00 "],
    ["UTC", ["DTSTART:20260301T093000Z"], "2026-03-01 09:30 2026-03-01 09:30 UTC"],
    ["a zone", ["DTSTART;TZID=Europe/Oslo:20260301T093000"], "2026-03-01 09:30 2026-03-01 09:30 Europe/Oslo"],
    [
      "quoted",
      ['DTSTART;TZID="europe/oslo":20260301T093000'],
      "2026-03-01 09:30 2026-03-01 09:30 Europe/Oslo",
    ],
    [
      "of Mozilla",
      ["DTSTART;TZID=/mozilla.org/20050126_1/Europe/Oslo:20260301T093000"],
      "2026-03-01 09:30 2026-03-01 09:30 Europe/Oslo",
    ],
    [
      "of Windows",
      ["DTSTART;TZID=W. Europe Standard Time:20260301T093000"],
      "2026-03-01 09:30 2026-03-01 09:30 Europe/Berlin",
    ],
    [
      "of Outlook",
      ["DTSTART;TZID=Eastern Standard Time 1:20260301T093000"],
      "2026-03-01 09:30 2026-03-01 09:30 America/New_York",
    ],
    ["a city", ["DTSTART;TZID=Zurich:20260301T093000"], "2026-03-01 09:30 2026-03-01 09:30 Europe/Zurich"],
    ["an offset", ["DTSTART;TZID=GMT+0200:20260301T093000"], "2026-03-01 09:30 2026-03-01 09:30 Etc/GMT-2"],
    [
      "a length over the change of clocks",
      ["DTSTART;TZID=Europe/Berlin:20260329T003000", "DURATION:PT3H"],
      "2026-03-29 00:30 2026-03-29 04:30 Europe/Berlin",
    ],
    [
      "days over the change of clocks",
      ["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1D"],
      "2026-03-28 12:00 2026-03-29 12:00 Europe/Berlin",
    ],
    [
      "landing elsewhere",
      ["DTSTART;TZID=Europe/Berlin:20260601T100000", "DTEND;TZID=America/New_York:20260601T120000"],
      "2026-06-01 10:00 2026-06-01 18:00 Europe/Berlin",
    ],
    [
      "ending before it begins",
      ["DTSTART:20260301T093000", "DTEND:20260301T080000"],
      "2026-03-01 09:30 2026-03-01 09:30 ",
    ],
  ])("%s", (_, lines, expected) => {
    expect(when(first(...lines))).toBe(expected);
  });

  it("a zone that a program invented is found by where it is or by its clocks", () => {
    const at = "DTSTART;TZID=Ours:20260701T093000";
    const zone = (...inner: string[]) =>
      read(...vtimezone("Ours", ...inner), ...event(at)).events[0]!.timeZone;
    expect(zone("X-LIC-LOCATION:Asia/Tokyo")).toBe("Asia/Tokyo");
    expect(zone(...CENTRAL_EUROPE)).toBe("Europe/Berlin");
    expect(zone(...half("STANDARD", "19700101T000000", "+0530", "+0530"))).toBe("Asia/Kolkata");
    expect(zone(...half("STANDARD", "19700101T000000", "-0500", "-0500"))).toBe("Etc/GMT+5");
  });

  it("a zone with clocks like no other becomes UTC, and this is said", () => {
    const { events, changed } = read(
      ...vtimezone("Ours", ...half("STANDARD", "19700101T000000", "+0117", "+0117")),
      ...event("DTSTART;TZID=Ours:20260701T093000"),
    );
    expect(when(events[0]!)).toBe("2026-07-01 08:13 2026-07-01 08:13 UTC");
    expect(changed.map(({ why }) => why)).toEqual([
      "The time zone 'Ours' is none we know; the time was converted to UTC.",
    ]);
  });
});

describe("text", () => {
  it("is unfolded and unescaped, with any end of line and a mark at the beginning", () => {
    const text = calendar(
      ...event("DTSTART:20260301", "SUMMARY:A\\, b\\; c \\\\ d", "DESCRIPTION:one\\nt", " wo", "\tthree"),
    );
    for (const variant of [
      text,
      text.replaceAll("\r\n", "\n"),
      text.replaceAll("\r\n", "\r"),
      `\uFEFF${text}`,
    ]) {
      const [{ title, description }] = readCalendar(variant).events as [ReturnType<typeof first>];
      expect([title, description]).toEqual(["A, b; c \\ d", "one\ntwothree"]);
    }
  });

  it("folded in the middle of a character is put together, and what is no UTF-8 is read as Windows writes it", () => {
    const bytes = Buffer.from("SUMMARY:Gr\u00fc\u00dfe");
    const folded = Buffer.concat([bytes.subarray(0, 11), Buffer.from("\r\n "), bytes.subarray(11)]);
    expect(decodeCalendar(folded)).toBe("SUMMARY:Gr\u00fc\u00dfe");
    expect(decodeCalendar(Buffer.from("SUMMARY:Gr\u00fc\u00dfe", "latin1"))).toBe("SUMMARY:Gr\u00fc\u00dfe");
  });

  it("cannot end its line early when it is written", () => {
    const given = {
      ...first("DTSTART:20260301"),
      title: "a\r\nEND:VEVENT\r\nX-EVIL:1\u0000",
      ics: "X-OK:1\nEND:VEVENT\nBEGIN:VALARM\nEND:VEVENT",
    };
    const text = writeCalendar({ events: [given], now: 0 });
    expect(text.split("\r\n").filter((line) => line === "END:VEVENT" || line.startsWith("X-"))).toEqual([
      "X-OK:1",
      "END:VEVENT",
    ]);
    expect(readCalendar(text).events[0]!.title).toBe("a\nEND:VEVENT\nX-EVIL:1");
  });
});

describe("a series", () => {
  it("has its end and its instances by its own clocks", () => {
    const { repeat, exceptDates, extraDates } = first(
      "DTSTART;TZID=Europe/Berlin:20260320T090000",
      "RRULE:FREQ=DAILY;UNTIL=20260402T070000Z",
      "EXDATE:20260321T080000Z,20260330T070000Z",
      "EXDATE;VALUE=DATE:20260325",
      "RDATE;TZID=America/New_York:20260410T030000",
    );
    expect(repeat).toBe("FREQ=DAILY;UNTIL=20260402T090000");
    expect(exceptDates).toEqual(["2026-03-21T09:00", "2026-03-25T09:00", "2026-03-30T09:00"]);
    expect(extraDates).toEqual(["2026-04-10T09:00"]);
  });

  it("names changed instances by its clocks, and takes cancelled ones out", () => {
    const { events } = read(
      ...event("DTSTART;TZID=Europe/Berlin:20260320T090000", "RRULE:FREQ=DAILY"),
      ...event("RECURRENCE-ID:20260330T070000Z", "DTSTART;TZID=Europe/Berlin:20260330T110000"),
      ...event("RECURRENCE-ID:20260331T070000Z", "DTSTART:20260331T070000Z", "STATUS:CANCELLED"),
    );
    expect(events.map(({ instance, exceptDates }) => [instance, exceptDates])).toEqual([
      [null, ["2026-03-31T09:00"]],
      ["2026-03-30T09:00", []],
    ]);
    expect(writeEvent(events[0]!, events.slice(1), 0)).toContain(
      "RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000\r\n",
    );
  });

  it("that changes from one day on becomes two", () => {
    const { events } = read(
      ...event(
        "DTSTART:20260301T100000Z",
        "RRULE:FREQ=DAILY;COUNT=10",
        "EXDATE:20260308T100000Z",
        "SUMMARY:Early",
      ),
      ...event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260305T100000Z",
        "DTSTART:20260305T113000Z",
        "SUMMARY:Late",
      ),
      ...event("RECURRENCE-ID:20260307T100000Z", "DTSTART:20260307T180000Z", "SUMMARY:Once"),
    );
    expect(
      events.map(({ uid, title, date, repeat, exceptDates, instance }) => ({
        uid,
        title,
        date,
        repeat,
        exceptDates,
        instance,
      })),
    ).toEqual([
      {
        uid: "one",
        title: "Early",
        date: "2026-03-01",
        repeat: "FREQ=DAILY;UNTIL=20260305T095959",
        exceptDates: [],
        instance: null,
      },
      {
        uid: "one_R20260305T100000",
        title: "Late",
        date: "2026-03-05",
        repeat: "FREQ=DAILY;COUNT=6",
        exceptDates: ["2026-03-08T11:30"],
        instance: null,
      },
      {
        uid: "one_R20260305T100000",
        title: "Once",
        date: "2026-03-07",
        repeat: null,
        exceptDates: [],
        instance: "2026-03-07T11:30",
      },
    ]);
  });

  it("by a rule that no event can have keeps it for other programs", () => {
    const { events, changed } = read(...event("DTSTART:20260301T100000Z", "RRULE:FREQ=SECONDLY;COUNT=3"));
    expect([events[0]!.repeat, events[0]!.ics, changed.length]).toEqual([
      null,
      "RRULE:FREQ=SECONDLY;COUNT=3",
      1,
    ]);
    expect(writeCalendar({ events, now: 0 })).toContain("RRULE:FREQ=SECONDLY;COUNT=3\r\n");
  });

  it("without a rule's blanks, and of two with one UID the newer", () => {
    const { events, skipped } = read(
      ...event("DTSTART:20260301T100000Z", "SEQUENCE:2", "RRULE:FREQ=WEEKLY;BYDAY=MO, TU"),
      ...event("DTSTART:20260401T100000Z", "SEQUENCE:1"),
    );
    expect(events.map(({ date, repeat }) => [date, repeat])).toEqual([
      ["2026-03-01", "FREQ=WEEKLY;BYDAY=MO,TU"],
    ]);
    expect(skipped).toEqual([{ line: 9, why: "A newer event of this file has the same UID.", title: "" }]);
  });
});

describe("reminders", () => {
  const alarm = (...lines: string[]) => ["BEGIN:VALARM", ...lines, "END:VALARM"];
  const times = ["DTSTART:20260301T100000Z", "DTEND:20260301T113000Z"];
  const alarms = [
    ...alarm("ACTION:DISPLAY", "TRIGGER:-PT15M", "X-SOUND:bell"),
    ...alarm("ACTION:AUDIO", "TRIGGER;RELATED=END:-PT2H"),
    ...alarm("ACTION:EMAIL", "TRIGGER;VALUE=DATE-TIME:20260301T080000Z"),
    ...alarm("ACTION:DISPLAY", "TRIGGER:PT5M"),
    ...alarm("ACTION:NONE", "TRIGGER:-PT1M"),
  ];

  it("are minutes before the start, and their alarms stay as they are", () => {
    const given = first(...times, ...alarms);
    expect(given.reminders).toEqual([15, 30, 120]);
    expect(given.ics).toBe(alarms.join("\n"));
  });

  it("that were removed take their alarm along, and new ones bring one", () => {
    const text = writeCalendar({ events: [{ ...first(...times, ...alarms), reminders: [15, 60] }], now: 0 });
    expect(text.match(/^TRIGGER.*$/gm)).toEqual([
      "TRIGGER:-PT15M",
      "TRIGGER:PT5M",
      "TRIGGER:-PT1M",
      "TRIGGER:-PT60M",
    ]);
    expect(readCalendar(text).events[0]!.reminders).toEqual([15, 60]);
  });
});

describe("a to-do", () => {
  it("is read whole, and written so that it is the same", () => {
    const lines = todo(
      "DTSTAMP:20260101T000000Z",
      "SUMMARY:Tax return",
      "DTSTART;VALUE=DATE:20260401",
      "DUE;VALUE=DATE:20260531",
      "PRIORITY:3",
      "STATUS:IN-PROCESS",
      "PERCENT-COMPLETE:40",
      "CATEGORIES:Money,Home",
      "RRULE:FREQ=YEARLY",
      "RELATED-TO:parent",
      "RELATED-TO;RELTYPE=SIBLING:brother",
    );
    const { todos } = read(...lines);
    expect(todos).toEqual([
      {
        uid: "one",
        title: "Tax return",
        description: "",
        status: "doing",
        isCancelled: false,
        priority: "high",
        percent: 40,
        tags: ["Money", "Home"],
        startDate: "2026-04-01",
        startTime: null,
        dueDate: "2026-05-31",
        dueTime: null,
        timeZone: null,
        repeat: "FREQ=YEARLY",
        parentUid: "parent",
        completedAt: null,
        reminders: [],
        ics: "DTSTAMP:20260101T000000Z\nPRIORITY:3\nRELATED-TO;RELTYPE=SIBLING:brother",
      },
    ]);
    const written = writeCalendar({ events: [], todos, now: 0 });
    expect(readCalendar(written).todos).toEqual(todos);
    expect(written).toContain("PRIORITY:3\r\n");
    expect(writeCalendar({ events: [], todos: [{ ...todos[0]!, priority: "low" }], now: 0 })).toContain(
      "PRIORITY:9\r\n",
    );
  });

  it.each([
    ["0", null],
    ["1", "high"],
    ["4", "high"],
    ["5", "medium"],
    ["6", "low"],
    ["9", "low"],
    ["x", null],
  ])("of priority %s is %s", (number, priority) => {
    expect(read(...todo(`PRIORITY:${number}`)).todos[0]!.priority).toBe(priority);
  });
});

it("a calendar has its name, color and zone", () => {
  const { calendarName, calendarColor, timeZone } = read(
    "X-WR-CALNAME:Work\\, mostly",
    "X-APPLE-CALENDAR-COLOR:#FF2968FF",
    "X-WR-TIMEZONE:W. Europe Standard Time",
  );
  expect([calendarName, calendarColor, timeZone]).toEqual(["Work, mostly", "#ff2968", "Europe/Berlin"]);
});

it("an event without a UID gets the same one each time", () => {
  const uids = [1, 2].map(
    () => read("BEGIN:VEVENT", "DTSTART:20260301", "SUMMARY:Same", "END:VEVENT").events[0]!.uid,
  );
  expect(uids[0]).toBe(uids[1]);
  expect(uids[0]).toMatch(/^[0-9a-f]{32}@cairn$/);
});
