import type { SecurityEmails } from "../mails/security-emails.ts";
import type { Passkeys, Site } from "../passkeys.ts";
import { assertConfirmed } from "../reauthentication.ts";
import type { CurrentSession } from "../sessions.ts";
import type { LogSecurityEvent } from "./security-log.ts";

/** The passkeys of whoever is signed in. */
export function createPasskeySettings(deps: {
  passkeys: Passkeys;
  securityEmails: SecurityEmails;
  logEvent: LogSecurityEvent;
}) {
  const { passkeys, securityEmails, logEvent } = deps;
  return {
    async newPasskeyOptions(session: CurrentSession, site: Site) {
      assertConfirmed(session);
      return passkeys.newOptions(session, site);
    },
    async addPasskey(session: CurrentSession, site: Site, passkey: { response: object }, name: string) {
      assertConfirmed(session);
      const added = await passkeys.add(session.userId, site, passkey, name);
      const what = `A passkey, "${added.name}", can now sign in to your Cairn account.`;
      await securityEmails.send(session, "A passkey was added to your Cairn account", what);
      await logEvent(session.userId, "Added a passkey");
      return added;
    },
    async removePasskey(session: CurrentSession, id: string): Promise<void> {
      assertConfirmed(session);
      const name = await passkeys.remove(session.userId, id);
      const what = `The passkey "${name}" can no longer sign in to your Cairn account.`;
      await securityEmails.send(session, "A passkey was removed from your Cairn account", what);
      await logEvent(session.userId, "Removed a passkey");
    },
  };
}
