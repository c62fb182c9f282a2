import { expect, test } from "vitest";
import { fromBase32, newTotpSecret, otpauthUri, stepAt, stepOfCode, toBase32, totpCode } from "./totp.ts";

/** Of RFC 6238, appendix B, for SHA-1; its codes have eight digits, ours are their last six. */
const RFC_SECRET = toBase32(Buffer.from("12345678901234567890"));

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at %i seconds the code is %s", (seconds, code) => {
  expect(totpCode(RFC_SECRET, stepAt(seconds * 1000))).toBe(code);
});

test("base32 goes both ways, as RFC 4648 has it", () => {
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(fromBase32("MZXW6YTBOI").toString()).toBe("foobar");
  const secret = newTotpSecret();
  expect(fromBase32(secret)).toHaveLength(20);
  expect(toBase32(fromBase32(secret))).toBe(secret);
});

test("a code counts one step before and after its own, and not two", () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  for (const beside of [-1, 0, 1])
    expect(stepOfCode(RFC_SECRET, totpCode(RFC_SECRET, step + beside), now)).toBe(step + beside);
  for (const beside of [-2, 2])
    expect(stepOfCode(RFC_SECRET, totpCode(RFC_SECRET, step + beside), now)).toBeNull();
  for (const wrong of ["", "12345", "1234567", "abcdef"])
    expect(stepOfCode(RFC_SECRET, wrong, now)).toBeNull();
});

test("the address that apps scan names issuer and account", () => {
  const uri = new URL(otpauthUri("ABC", "ann+x@example.com", "Cairn"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Cairn:ann+x@example.com");
  expect(uri.searchParams.get("secret")).toBe("ABC");
});
