import { expect, test } from "vitest";
import { parseAddresses, withGuests } from "./parse-addresses.ts";

const read = (text: string) => {
  const { found, rest } = parseAddresses(text);
  return [
    ...found.map(({ email, name }) => (name === null ? email : `${name} = ${email}`)),
    ...rest.map((one) => `? ${one}`),
  ];
};

test.each([
  ["ada@example.org", ["ada@example.org"]],
  [" Ada@Example.ORG ", ["ada@example.org"]],
  [
    "ada@example.org, grace@example.org;hedy@example.org\njoan@example.org",
    ["ada@example.org", "grace@example.org", "hedy@example.org", "joan@example.org"],
  ],
  [
    "ada@example.org、grace@example.org；hedy@example.org，joan@example.org、",
    ["ada@example.org", "grace@example.org", "hedy@example.org", "joan@example.org"],
  ],
  ["آدا <ada@example.org>؛ grace@example.org", ["آدا = ada@example.org", "grace@example.org"]],
  ["ada@example.org grace@example.org", ["ada@example.org", "grace@example.org"]],
  [
    "Ada Lovelace <ada@example.org>, grace@example.org",
    ["Ada Lovelace = ada@example.org", "grace@example.org"],
  ],
  ['"Lovelace, Ada" <ada@example.org>', ["Lovelace, Ada = ada@example.org"]],
  ["mailto:ada@example.org", ["ada@example.org"]],
  ["ada@, grace@example.org", ["grace@example.org", "? ada@"]],
  ["", []],
  [" ,;\n", []],
])("%j", (text, wanted) => expect(read(text)).toEqual(wanted));

test("an address is there once, and keeps what it was", () => {
  const ada = { email: "ada@example.org", name: "Ada", isOptional: true };
  expect(withGuests([ada], parseAddresses("ada@example.org, grace@example.org").found)).toEqual([
    ada,
    { email: "grace@example.org", name: null, isOptional: false },
  ]);
});
