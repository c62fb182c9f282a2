import type { DefaultState } from "../../kernel/settings/setting.ts";
import { updateWorkspace, useWorkspace } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { Switch } from "../../ui/switch.tsx";

const save = async (hasGlow: boolean) => {
  await updateWorkspace({ hasGlow });
};

export function GlowSetting() {
  const workspace = useWorkspace();
  if (!workspace) return null;
  return (
    <Switch
      label={t("Light up cards under the pointer")}
      isOn={workspace.hasGlow}
      onChange={(isOn) => void save(isOn)}
    />
  );
}

export function useGlowDefault(): DefaultState {
  const workspace = useWorkspace();
  return { isDefault: workspace?.hasGlow !== false, reset: () => save(true) };
}
