import { open, signedIn } from "../base.ts";
import { countAccepted, referralCode } from "./referrals.ts";

export const referralRoutes = {
  rules: open.referrals.rules.handler(({ context: { config } }) => ({
    isOn: config.referrals !== "off",
    admits:
      config.registration === "open" || (config.registration === "invite" && config.referrals === "admit"),
  })),

  mine: signedIn.referrals.mine.handler(async ({ context: { config, db, userId } }) => {
    const accepted = await countAccepted(db.authPool, userId, config);
    if (config.referrals === "off") return { url: null, accepted };
    const code = await referralCode(db.authPool, userId);
    return { url: `${config.publicUrl.origin}/auth/register?ref=${code}`, accepted };
  }),
};
