import { expect, test } from "vitest";
import { slotChoices } from "./slot-choices.ts";

test("each free time offers its first quarter of an hour, on the account's clock, by days", () => {
  const slots = [
    { startsAt: "2027-01-04T08:10:00.000Z", endsAt: "2027-01-04T11:00:00.000Z" },
    { startsAt: "2027-01-04T13:05:00.000Z", endsAt: "2027-01-04T13:40:00.000Z" },
    { startsAt: "2027-01-05T23:00:00.000Z", endsAt: "2027-01-06T01:00:00.000Z" },
  ];
  expect(slotChoices(slots, 30, "Europe/Oslo")).toEqual([
    {
      day: "2027-01-04",
      choices: [
        { span: { start: "2027-01-04T09:15", end: "2027-01-04T09:45" }, freeUntil: "2027-01-04T12:00" },
        // Later there would be too little of it left.
        { span: { start: "2027-01-04T14:05", end: "2027-01-04T14:35" }, freeUntil: "2027-01-04T14:40" },
      ],
    },
    {
      day: "2027-01-06",
      choices: [
        { span: { start: "2027-01-06T00:00", end: "2027-01-06T00:30" }, freeUntil: "2027-01-06T02:00" },
      ],
    },
  ]);
});
