import type { Database } from "../../db/client.ts";
import type { Config } from "../../platform/config.ts";
import type { Mailer } from "../../platform/mail.ts";
import type { Auth } from "./auth.ts";

/** The sign-in library's operations. With its thousand files it is loaded the first time somebody signs in, registers or asks for a mail. */
export type AuthApi = () => Promise<Auth["api"]>;

export function createAuthApi(config: Config, db: Database, secret: string, mailer: Mailer): AuthApi {
  let loaded: Promise<Auth> | undefined;
  const load = async () => (await import("./auth.ts")).createAuth(config, db, secret, mailer);
  return async () => {
    try {
      return (await (loaded ??= load())).api;
    } catch (error) {
      // The next one tries again.
      loaded = undefined;
      throw error;
    }
  };
}
