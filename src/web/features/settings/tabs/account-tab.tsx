import { AppPasswordsSetting } from "../app-passwords/app-passwords-setting.tsx";
import { DeleteAccountSetting } from "../delete-account-setting.tsx";
import { EmailSetting } from "../email-setting.tsx";
import { PasskeysSetting } from "../passkeys/passkeys-setting.tsx";
import { PasswordSetting } from "../password-setting.tsx";
import { SessionsSetting } from "../sessions-setting.tsx";
import { TwoStepSetting } from "../two-step-setting.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";
import { t } from "../../../lib/messages/t.ts";

export const accountSettings: Setting[] = [
  {
    id: "email",
    label: t("Email"),
    help: t("Used to sign in and for notices about your account."),
    keywords: t("address mail verify verification change"),
    Control: EmailSetting,
  },
  {
    id: "password",
    label: t("Password"),
    help: t("Changing it signs out all other devices."),
    keywords: t("secret passphrase change security"),
    Control: PasswordSetting,
  },
  {
    id: "two-step",
    label: t("Two-step sign-in"),
    help: t("Adds a code from an authenticator app to your password."),
    keywords: t("totp 2fa mfa two-factor authenticator code backup codes"),
    Control: TwoStepSetting,
  },
  {
    id: "passkeys",
    label: t("Passkeys"),
    help: t("Sign in with your fingerprint, face or a security key instead of the password."),
    keywords: t("webauthn fido fingerprint security key touch id windows hello"),
    Control: PasskeysSetting,
  },
  {
    id: "sessions",
    label: t("Devices"),
    help: t("Where you're signed in. Signing out a device takes a few seconds."),
    keywords: t("sessions signed in sign out revoke browser"),
    Control: SessionsSetting,
  },
  {
    id: "app-passwords",
    label: t("App passwords"),
    help: t(
      "For calendar apps on phones and computers (CalDAV), and AI programs (MCP). They never need your own password.",
    ),
    keywords: t("caldav token sync phone ios iphone thunderbird davx5 android calendar tasks device revoke"),
    Control: AppPasswordsSetting,
  },
  {
    id: "delete-account",
    label: t("Delete account"),
    help: t("Permanently deletes all notes, files and settings."),
    keywords: t("remove close erase wipe data"),
    Control: DeleteAccountSetting,
  },
];
