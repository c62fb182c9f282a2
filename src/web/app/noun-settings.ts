/** Every feature with settings of its own: beside nouns.ts, because their controls come with the screen of settings alone. */
export { calendar } from "../features/calendar/settings.ts";
export { chat } from "../features/chat/settings.ts";
export { drive } from "../features/drive/settings.ts";
export { frame } from "../features/frame/settings.ts";
export { importing } from "../features/importing/settings.ts";
export { installed } from "../features/installed/settings.ts";
export { models } from "../features/models/settings.ts";
export { mobile } from "../features/mobile/settings.ts";
export { onboarding } from "../features/onboarding/settings.ts";
export { ownActions } from "../features/assistant/settings.ts";
export { reminders } from "../features/reminders/settings.ts";
export { shortcuts } from "../features/shortcuts/settings.ts";
export { statusBar } from "../features/status-bar/settings.ts";
export { weather } from "../features/weather/settings.ts";
