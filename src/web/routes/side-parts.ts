// One file to fetch: what stands beside every screen and nobody waits for.
export { SignOutDialog } from "../features/accounts/sign-out-dialog.tsx";
export { RecentActivity } from "../features/activity/recent-activity.tsx";
export { AppKeys } from "./app-keys.tsx";
export { Beside } from "./beside.tsx";
export { Messages } from "./messages.tsx";
export { Onboarding } from "./onboarding.tsx";
