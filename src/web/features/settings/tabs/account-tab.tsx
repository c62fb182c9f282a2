import { DeleteAccountSetting } from "../delete-account-setting.tsx";
import { EmailSetting } from "../email-setting.tsx";
import { PasskeysSetting } from "../passkeys-setting.tsx";
import { PasswordSetting } from "../password-setting.tsx";
import { SessionsSetting } from "../sessions-setting.tsx";
import { TwoStepSetting } from "../two-step-setting.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";

export const accountSettings: Setting[] = [
  {
    id: "email",
    label: "Email",
    help: "You sign in with it, and notices about your account go there.",
    keywords: "address mail verify verification change",
    Control: EmailSetting,
  },
  {
    id: "password",
    label: "Password",
    help: "Changing it signs every other device out.",
    keywords: "secret passphrase change security",
    Control: PasswordSetting,
  },
  {
    id: "two-step",
    label: "Two-step sign-in",
    help: "After the password, signing in asks for a code of an app on your phone.",
    keywords: "totp 2fa mfa two-factor authenticator code backup codes",
    Control: TwoStepSetting,
  },
  {
    id: "passkeys",
    label: "Passkeys",
    help: "Sign in with your fingerprint, face or a security key instead of the password.",
    keywords: "webauthn fido fingerprint security key touch id windows hello",
    Control: PasskeysSetting,
  },
  {
    id: "sessions",
    label: "Devices",
    help: "Where you are signed in. A device that is signed out stops within seconds.",
    keywords: "sessions signed in sign out revoke browser",
    Control: SessionsSetting,
  },
  {
    id: "delete-account",
    label: "Delete account",
    help: "With all notes, files and settings, at once and for good.",
    keywords: "remove close erase wipe data",
    Control: DeleteAccountSetting,
  },
];
