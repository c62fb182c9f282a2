import { expect, test } from "vitest";
import { findSettings } from "./find-settings.ts";
import type { Setting, SettingsTab } from "../../kernel/settings/setting.ts";

const setting = (id: string, label: string, keywords = ""): Setting => ({
  id,
  label,
  keywords,
  Control: () => null,
});
const tabs: SettingsTab[] = [
  { id: "profile", label: "Profile", icon: () => null, settings: [setting("name", "Name", "display")] },
  {
    id: "account",
    label: "Account and security",
    icon: () => null,
    settings: [
      setting("two-step", "Two-step sign-in", "totp authenticator password"),
      setting("password", "Password", "secret"),
    ],
  },
];
const ids = (query: string) => findSettings(tabs, query).map((found) => found.setting.id);

test.each([
  ["totp", ["two-step"]],
  ["PASS", ["password", "two-step"]],
  ["security secret", ["password"]],
  ["nothing of it", []],
  ["  ", []],
])("%j finds %j", (query, expected) => expect(ids(query)).toEqual(expected));
