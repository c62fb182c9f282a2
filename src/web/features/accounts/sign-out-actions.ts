import { LogOut, MonitorOff } from "lucide-react";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import type { Action } from "../../kernel/actions/action.ts";

/** The ways out; the frame knows what each of them asks first. */
export const signOutActions = (onSignOut: SignOut): Action[] => [
  {
    id: "account.signOut",
    after: "app.install",
    title: "Sign out",
    group: "General",
    icon: LogOut,
    keywords: "log out leave account",
    run: () => onSignOut(),
  },
  {
    id: "account.signOutHere",
    after: "account.signOut",
    title: "Sign out only on this device",
    group: "General",
    icon: MonitorOff,
    keywords: "log out account",
    run: () => onSignOut(true),
  },
];
