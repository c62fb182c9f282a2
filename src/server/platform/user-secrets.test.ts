import { expect, test } from "vitest";
import { createUserSecrets, type SecretOwner } from "./user-secrets.ts";

const SECRET = "s".repeat(32);
const FORMER = "t".repeat(32);
const OWNER: SecretOwner = { userId: "0198c0de-0000-7000-8000-000000000001", purpose: "model-key" };
const PLAIN = "sk-test-0123456789";
const SEALED = "v1.acd53eb78fe7.AAECAwQFBgcICQoLeLalbEsLRxCk43wIeLSRTGEE689CAiPeuPUGuFepJ5TMqA";
/** With FORMER, for the purpose `drive "token"`. */
const SEALED_BEFORE = "v1.3a3f79719b11.________________g7kdB6woyh56GX9rcP20Cpbs8QWiMh03YADi5ZdwAV923w";

const secrets = createUserSecrets(SECRET);

function outcome(sealed: string, owner = OWNER, opener = secrets): string {
  try {
    return `opened: ${opener.open(sealed, owner)}`;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

// Made by another implementation (Python's cryptography), so that a change of the format does not pass unseen.
test.each([
  [SEALED, OWNER, PLAIN],
  ["v1.acd53eb78fe7.AAECAwQFBgcICQoLFTXMcNJBfV1jvMbtIJRdLQ", OWNER, ""],
  [SEALED_BEFORE, { ...OWNER, purpose: 'drive "token"' }, "žluťoučký 🐎"],
])("%s opens as it did", (sealed, owner, plain) => {
  expect(createUserSecrets(SECRET, [FORMER]).open(sealed, owner)).toBe(plain);
});

test("what is sealed opens, and is another text each time", () => {
  const sealed = [secrets.seal(PLAIN, OWNER), secrets.seal(PLAIN, OWNER)];
  expect(new Set(sealed).size).toBe(2);
  expect(sealed.map((text) => outcome(text))).toEqual([`opened: ${PLAIN}`, `opened: ${PLAIN}`]);
  expect(sealed[0]).toMatch(/^v1\.acd53eb78fe7\.[\w-]{62}$/);
  expect(secrets.keyId).toBe("acd53eb78fe7");
});

test("every character counts", () => {
  for (let place = 0; place < SEALED.length; place += 1)
    for (const other of ["A", "B", "g", "9", "-", ".", " ", "="]) {
      if (SEALED[place] === other) continue;
      const changed = SEALED.slice(0, place) + other + SEALED.slice(place + 1);
      expect(outcome(changed), changed).toMatch(/^(damaged|unknown-key)$/);
    }
});

test.each([
  "",
  "plain",
  PLAIN,
  SEALED.slice(0, -1),
  `${SEALED}A`,
  `${SEALED}=`,
  `${SEALED}.`,
  ` ${SEALED}`,
  "v1.acd53eb78fe7.",
  "v1.acd53eb78fe7.AAECAwQFBgcICQoL",
  SEALED.replace("v1", "v2"),
])("%j is damaged", (sealed) => expect(outcome(sealed)).toBe("damaged"));

test("another user's row, or one of another purpose, does not open", () => {
  const sealed = secrets.seal(PLAIN, OWNER);
  const others = [
    { ...OWNER, userId: "0198c0de-0000-7000-8000-000000000002" },
    { ...OWNER, purpose: "drive-token" },
    { userId: "", purpose: `${OWNER.userId}","model-key` },
    { userId: OWNER.purpose, purpose: OWNER.userId },
  ];
  expect(others.map((owner) => outcome(sealed, owner))).toEqual(others.map(() => "damaged"));
});

test("after a change of the server's secret the former one opens what it sealed, and seals nothing", () => {
  const before = createUserSecrets(FORMER);
  const sealed = before.seal(PLAIN, OWNER);
  const rotated = createUserSecrets(SECRET, [FORMER]);
  expect([outcome(sealed, OWNER, secrets), outcome(sealed, OWNER, rotated)]).toEqual([
    "unknown-key",
    `opened: ${PLAIN}`,
  ]);
  const again = rotated.seal(rotated.open(sealed, OWNER), OWNER);
  expect([outcome(again, OWNER, before), outcome(again)]).toEqual(["unknown-key", `opened: ${PLAIN}`]);
  // A key id of one secret on the text of another.
  expect(outcome(sealed.replace(before.keyId, secrets.keyId))).toBe("damaged");
});

test("no error holds the secret, the plain text or the owner", () => {
  const tries = [SEALED.replace(/.$/, "B"), SEALED_BEFORE, PLAIN];
  for (const sealed of tries) {
    const error = (() => {
      try {
        return secrets.open(sealed, OWNER);
      } catch (thrown) {
        return thrown as Error;
      }
    })() as Error;
    expect(error.name).toBe("UserSecretError");
    expect(error.cause).toBeUndefined();
    for (const word of [SECRET, PLAIN, OWNER.userId])
      expect(`${error.message} ${error.stack}`).not.toContain(word);
  }
});
