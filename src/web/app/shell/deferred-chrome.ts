// One file to fetch: what stands beside every screen and nobody waits for.
export { SignOutDialog } from "../../features/accounts/sign-out-dialog.tsx";
export { AppKeys } from "../actions/app-keys.tsx";
export { SignedInEffects } from "./signed-in-effects.tsx";
export { Messages } from "./messages.tsx";
export { Onboarding } from "./onboarding.tsx";
