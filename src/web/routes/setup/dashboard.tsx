import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { saveProfile } from "../../features/settings/save-profile.ts";
import { updateWorkspace, useWorkspace } from "../../kernel/workspace/frame.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { SetupFrame, SetupPage } from "../../app/shell/setup-frame.tsx";
import { t } from "../../lib/messages/t.ts";

export function SetupDashboard() {
  return (
    <SetupPage>
      <Setup />
    </SetupPage>
  );
}

/** The widths a sidebar can begin with; its divider moves it freely later. */
const WIDTHS = { "15": t("Narrow"), "18": t("Default"), "25": t("Wide") };

function Setup() {
  const navigate = useNavigate();
  const open = () => void navigate({ to: "/app/dashboard", replace: true });
  return (
    <SetupFrame title={t("Your dashboard")} words={t("Your greeting and the sidebar's width.")} onSkip={open}>
      <DashboardForm onDone={open} />
    </SetupFrame>
  );
}

function DashboardForm({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const workspace = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  const [greeting, setGreeting] = useState(user?.welcomeMessage ?? "Welcome back");
  if (!workspace) return null;
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const width = Number(new FormData(event.currentTarget).get("width"));
    const welcomeMessage = greeting.trim();
    setIsBusy(true);
    const saved = await Promise.all([
      welcomeMessage === user?.welcomeMessage || saveProfile({ welcomeMessage }),
      width === (workspace.panelSizes["sidebar"] ?? 18) ||
        updateWorkspace({ panelSizes: { sidebar: width } }),
    ]);
    setIsBusy(false);
    if (saved.every(Boolean)) onDone();
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-5">
      <Field
        label={t("Welcome message")}
        name="greeting"
        value={greeting}
        maxLength={200}
        onChange={(event) => setGreeting(event.target.value)}
      />
      <p className="-mt-3 truncate text-sm text-muted">
        {greeting.trim() || t("Welcome back")}, {user?.name}
      </p>
      <Select label={t("Sidebar")} name="width" defaultValue={String(workspace.panelSizes["sidebar"] ?? 18)}>
        {Object.entries(WIDTHS).map(([percent, words]) => (
          <option key={percent} value={percent}>
            {words} ({percent} %)
          </option>
        ))}
      </Select>
      <Button type="submit" look="primary" className="self-start" isBusy={isBusy}>
        {t("Open my dashboard")}
      </Button>
    </form>
  );
}
