import { LogOut, MonitorOff } from "lucide-react";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import type { Action } from "../../kernel/actions/action.ts";
import { t } from "../../lib/messages/t.ts";

/** The ways out; the frame knows what each of them asks first. */
export const signOutActions = (onSignOut: SignOut): Action[] => [
  {
    id: "account.signOut",
    after: "app.install",
    title: t("Sign Out"),
    group: "General",
    icon: LogOut,
    keywords: t("log out leave account"),
    run: () => onSignOut(),
  },
  {
    id: "account.signOutHere",
    after: "account.signOut",
    title: t("Sign Out on This Device Only"),
    group: "General",
    icon: MonitorOff,
    keywords: t("log out account"),
    run: () => onSignOut(true),
  },
];
