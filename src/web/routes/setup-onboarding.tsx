import { useNavigate, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { FilePlus2, Monitor, Moon, Sun, Tent, WandSparkles } from "lucide-react";
import { useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { addSample } from "../features/onboarding/sample-changes.ts";
import { createNote } from "../kernel/notes/note-mutations.ts";
import { ImportSetting } from "../features/importing/import-setting.tsx";
import { saveProfile } from "../features/settings/save-profile.ts";
import { updatePreferences } from "../kernel/workspace/frame.ts";
import { useUser } from "../platform/session.ts";
import { chooseMode, modes, useTheme, type Mode } from "../kernel/theme/theme.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { SetupFrame, SetupPage } from "../app/shell/setup-frame.tsx";
import { t } from "../lib/messages/t.ts";

const STEPS = ["name", "theme", "import", "first-note"] as const;
type Step = (typeof STEPS)[number];

/** The steps here and the one of the dashboard after them. */
export const SETUP_STEPS = STEPS.length + 1;

export function SetupOnboarding() {
  return (
    <SetupPage>
      <Steps />
    </SetupPage>
  );
}

function Steps() {
  const { step: wanted } = useSearch({ from: "/setup/onboarding" });
  const navigate = useNavigate();
  const index = Math.max(0, STEPS.indexOf(wanted as Step));
  const show = (to: number) => {
    const step = STEPS[to];
    if (step) void navigate({ to: "/setup/onboarding", search: { step } });
    else void navigate({ to: "/setup/dashboard" });
  };
  const frame = {
    step: { at: index + 1, of: SETUP_STEPS },
    onBack: index > 0 ? () => show(index - 1) : undefined,
    onSkip: () => void navigate({ to: "/app/dashboard", replace: true }),
  };
  const next = () => show(index + 1);
  switch (STEPS[index]) {
    case "theme":
      return (
        <SetupFrame
          {...frame}
          title={t("Light or dark?")}
          words={t("You can change this later in the settings.")}
        >
          <ThemeStep onNext={next} />
        </SetupFrame>
      );
    case "import":
      return (
        <SetupFrame
          {...frame}
          title={t("Bring your notes")}
          words={t(
            "From Obsidian, Notion, Evernote, Joplin, Word and more, with folders, links, tags and dates.",
          )}
        >
          <ImportSetting />
          <Button look="primary" className="mt-6" onClick={onlyOnce(next)}>
            {t("Continue")}
          </Button>
        </SetupFrame>
      );
    case "first-note":
      return (
        <SetupFrame
          {...frame}
          title={t("Where do you want to start?")}
          words={t("Start blank or with examples.")}
        >
          <FirstNoteStep onNext={next} />
        </SetupFrame>
      );
    default:
      return (
        <SetupFrame
          {...frame}
          title={t("What should we call you?")}
          words={t("Shown on your dashboard and beside your cursor.")}
        >
          <NameStep onNext={next} />
        </SetupFrame>
      );
  }
}

function NameStep({ onNext }: { onNext: () => void }) {
  const user = useUser();
  const [error, setError] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (!name) return setError(t("Enter at least one letter."));
    if (name === user?.name || (await saveProfile({ name }))) onNext();
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Field
          label={t("Name")}
          name="name"
          defaultValue={user?.name ?? ""}
          maxLength={100}
          autoComplete="name"
          error={error}
        />
      </div>
      <Button type="submit" look="primary">
        {t("Continue")}
      </Button>
    </form>
  );
}

/** The second press of a double click lands on the next step's button, which stands at the same place. */
const onlyOnce = (go: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) go();
};

const faces: Record<Mode, { label: string; words: string; icon: typeof Sun }> = {
  dark: { label: t("Dark"), words: t("Easy on the eyes at night"), icon: Moon },
  light: { label: t("Light"), words: t("Bright, like paper"), icon: Sun },
  system: { label: t("System"), words: t("Match this device"), icon: Monitor },
};

function ThemeStep({ onNext }: { onNext: () => void }) {
  const mode = useTheme((state) => state.mode);
  const choose = (to: Mode) => {
    chooseMode(to);
    void updatePreferences({ settings: { mode: to } });
  };
  return (
    <>
      <div role="radiogroup" aria-label={t("Theme")} className="flex flex-col gap-2">
        {modes.map((option) => {
          const { label, words, icon: Icon } = faces[option];
          return (
            <label
              key={option}
              className={clsx(
                "flex cursor-pointer items-center gap-3 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent",
                option === mode ? "border-accent bg-accent-soft" : "border-line-strong hover:bg-hover",
              )}
            >
              <input
                type="radio"
                name="mode"
                className="sr-only"
                checked={option === mode}
                onChange={() => choose(option)}
              />
              <Icon size={18} className={option === mode ? "text-accent" : "text-muted"} aria-hidden="true" />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-muted">{words}</span>
              </span>
            </label>
          );
        })}
      </div>
      <Button look="primary" className="mt-6" onClick={onlyOnce(onNext)}>
        {t("Continue")}
      </Button>
    </>
  );
}

function FirstNoteStep({ onNext }: { onNext: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"note" | "sample" | null>(null);
  const handleNote = async () => {
    setBusy("note");
    const noteId = await createNote();
    setBusy(null);
    if (noteId) void navigate({ to: "/app/editor/{-$noteId}", params: { noteId }, replace: true });
  };
  const handleSample = async () => {
    setBusy("sample");
    const isThere = await addSample();
    setBusy(null);
    if (isThere) onNext();
  };
  return (
    <div className="flex flex-col gap-2">
      <Choice
        icon={<WandSparkles size={18} />}
        title={t("Explore a sample workspace")}
        words={t("Five example notes to play with. Remove them in one click.")}
        isBusy={busy === "sample"}
        onPress={() => void handleSample()}
      />
      <Choice
        icon={<FilePlus2 size={18} />}
        title={t("Write my first note")}
        words={t("Opens an empty note in the editor.")}
        isBusy={busy === "note"}
        onPress={() => void handleNote()}
      />
      <Choice
        icon={<Tent size={18} />}
        title={t("Start empty")}
        words={t("Go straight to the dashboard.")}
        isBusy={false}
        onPress={onNext}
      />
    </div>
  );
}

type ChoiceProps = { icon: ReactNode; title: string; words: string; isBusy: boolean; onPress: () => void };

function Choice({ icon, title, words, isBusy, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={onPress}
      className="flex items-center gap-3 rounded-md border border-line-strong p-3 text-start transition-colors hover:bg-hover disabled:opacity-60"
    >
      <span className="text-accent" aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{words}</span>
      </span>
    </button>
  );
}
