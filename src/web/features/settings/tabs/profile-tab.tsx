import { DEFAULT_WELCOME } from "../../../kernel/account/greeting.ts";
import { useUser } from "../../../platform/session.ts";
import { AvatarSetting } from "../avatar-setting.tsx";
import { changeProfile } from "../save-profile.ts";
import { SavedField } from "../saved-field.tsx";
import type { DefaultState, Setting } from "../../../kernel/settings/setting.ts";
import { t } from "../../../lib/messages/t.ts";

const defaultName = (email: string) => email.split("@")[0]?.trim() || "User";

function NameField() {
  const user = useUser();
  if (!user) return null;
  return (
    <SavedField
      label={t("Display name")}
      value={user.name}
      maxLength={100}
      autoComplete="name"
      check={(value) => (value ? undefined : t("Enter at least one letter."))}
      onSave={(name) => changeProfile({ name })}
    />
  );
}

function useNameDefault(): DefaultState {
  const user = useUser();
  const name = defaultName(user?.email ?? "");
  return { isDefault: !user || user.name === name, reset: () => changeProfile({ name }) };
}

function WelcomeField() {
  const user = useUser();
  if (!user) return null;
  return (
    <SavedField
      label={t("Message")}
      value={user.welcomeMessage}
      maxLength={200}
      autoComplete="off"
      onSave={(welcomeMessage) => changeProfile({ welcomeMessage })}
    />
  );
}

function useWelcomeDefault(): DefaultState {
  const message = useUser()?.welcomeMessage;
  return {
    isDefault: message === DEFAULT_WELCOME,
    reset: () => changeProfile({ welcomeMessage: DEFAULT_WELCOME }),
  };
}

function useAvatarDefault(): DefaultState {
  const avatar = useUser()?.avatar;
  return { isDefault: avatar?.startsWith("data:") ?? true, reset: () => changeProfile({ avatar: null }) };
}

export const profileSettings: Setting[] = [
  {
    id: "avatar",
    label: t("Picture"),
    help: t("Shown beside your name. Otherwise your initials are shown."),
    keywords: t("avatar photo image initials upload face"),
    Control: AvatarSetting,
    useDefault: useAvatarDefault,
  },
  {
    id: "name",
    label: t("Name"),
    help: t("Shown on your dashboard and beside your cursor."),
    keywords: t("display name profile rename"),
    Control: NameField,
    useDefault: useNameDefault,
  },
  {
    id: "welcome-message",
    label: t("Welcome message"),
    help: t("Your greeting on the dashboard."),
    keywords: t("greeting dashboard hello"),
    Control: WelcomeField,
    useDefault: useWelcomeDefault,
  },
];
