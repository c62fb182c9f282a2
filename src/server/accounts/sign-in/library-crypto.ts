// The sign-in library's hashing and encryption, loaded where a password or a secret is at hand.
import type * as Library from "better-auth/crypto";

const library = () => import("better-auth/crypto");

export const hashPassword = async (password: string) => (await library()).hashPassword(password);

export const verifyPassword: typeof Library.verifyPassword = async (given) =>
  (await library()).verifyPassword(given);

export const symmetricEncrypt: typeof Library.symmetricEncrypt = async (given) =>
  (await library()).symmetricEncrypt(given);

export const symmetricDecrypt: typeof Library.symmetricDecrypt = async (given) =>
  (await library()).symmetricDecrypt(given);
