import { scryptSync } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { expect, test } from "vitest";

test("tests hash passwords cheaply, and know the library's own hashes too", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^cheap[0-9a-f]{16}:[0-9a-f]{128}$/);
  expect(await verifyPassword({ hash, password: "correct horse" })).toBe(true);
  expect(await verifyPassword({ hash, password: "correct house" })).toBe(false);
  const costly = scryptSync("correct horse", "ab12", 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 });
  expect(await verifyPassword({ hash: `ab12:${costly.toString("hex")}`, password: "correct horse" })).toBe(
    true,
  );
});
