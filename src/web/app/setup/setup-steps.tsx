import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { clsx } from "clsx";
import { FilePlus2, FileUp, Monitor, Moon, Sun, Tent, WandSparkles } from "lucide-react";
import { useState, type MouseEvent, type MouseEventHandler, type ReactNode } from "react";
import { addSample } from "../../features/onboarding/sample-changes.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { ImportFlow } from "../../features/importing/import-flow.tsx";
import { updatePreferences } from "../../kernel/workspace/frame.ts";
import { chooseMode, modes, useTheme, type Mode } from "../../kernel/theme/theme.ts";
import { Button } from "../../ui/button.tsx";
import { SetupFrame, SetupPage } from "../shell/setup-frame.tsx";
import { t } from "../../lib/messages/t.ts";

/** Two screens to the first words. Bringing notes along is one of the places to begin at, and no step of its own. */
const STEPS = ["theme", "start"] as const;
const IMPORT = "import";

/** What a new account is asked, one step after the other. */
export const SetupSteps = ({ step }: { step: string | undefined }) => (
  <SetupPage>
    <Steps wanted={step} />
  </SetupPage>
);

function Steps({ wanted }: { wanted: string | undefined }) {
  const navigate = useNavigate();
  const steps = useStepsTaken();
  const leave = useLeave();
  const show = (step: string) =>
    void navigate({ to: "/setup/onboarding", search: { step }, state: { steps: steps + 1 } as never });
  const open = () => void leave({ to: "/app/dashboard" });
  if (wanted === IMPORT)
    return (
      <SetupFrame
        title={t("Bring your notes")}
        words={t(
          "From Obsidian, Notion, Evernote, Joplin, Word and more, with folders, links, tags and dates.",
        )}
        step={{ at: STEPS.length, of: STEPS.length }}
        isWide
        onBack={() => show("start")}
        onSkip={open}
      >
        <ImportFlow onClose={() => leave({ to: "/app/dashboard" })} />
      </SetupFrame>
    );
  const at = wanted === "start" ? 1 : 0;
  const frame = { step: { at: at + 1, of: STEPS.length }, onSkip: open };
  return at === 0 ? (
    <SetupFrame
      {...frame}
      title={t("Light or dark?")}
      words={t("You can change this later in the settings.")}
    >
      <ThemeStep onNext={() => show("start")} />
    </SetupFrame>
  ) : (
    <SetupFrame
      {...frame}
      title={t("Where do you want to start?")}
      words={t("Everything else can wait.")}
      onBack={() => show("theme")}
    >
      <StartStep onImport={() => show(IMPORT)} onOpen={open} />
    </SetupFrame>
  );
}

/** How many entries of the browser's history this setup has made besides its first; kept with each of them. */
const useStepsTaken = () => useLocation({ select: ({ state }) => (state as { steps?: number }).steps ?? 0 });

type Place = { to: "/app/dashboard" } | { to: "/app/editor/{-$noteId}"; params: { noteId: string } };

/** Leaves the setup for good: Back from there leads to what was before it, and to none of its steps. */
function useLeave() {
  const steps = useStepsTaken();
  const { history } = useRouter();
  const navigate = useNavigate();
  return async (place: Place) => {
    if (steps > 0) {
      const isBack = new Promise<void>((resolve) => {
        const stop = history.subscribe(() => {
          stop();
          resolve();
        });
      });
      history.go(-steps);
      await isBack;
    }
    await navigate({ ...place, replace: true });
  };
}

/** The second press of a double click lands on the next step's button, which stands at the same place. */
const onlyOnce = (go: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) go();
};

const MODES: Record<Mode, { label: string; words: string; icon: typeof Sun }> = {
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
          const { label, words, icon: Icon } = MODES[option];
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

type StartStepProps = { onImport: () => void; onOpen: () => void };

function StartStep({ onImport, onOpen }: StartStepProps) {
  const leave = useLeave();
  const [busy, setBusy] = useState<"note" | "sample" | null>(null);
  const handleNote = async () => {
    setBusy("note");
    const noteId = await createNote();
    setBusy(null);
    if (noteId) void leave({ to: "/app/editor/{-$noteId}", params: { noteId } });
  };
  const handleSample = async () => {
    setBusy("sample");
    const isThere = await addSample();
    setBusy(null);
    if (isThere) onOpen();
  };
  return (
    <div className="flex flex-col gap-2">
      <Choice
        icon={<FilePlus2 size={18} />}
        title={t("Write my first note")}
        words={t("Opens an empty note in the editor.")}
        isBusy={busy === "note"}
        onPress={onlyOnce(() => void handleNote())}
      />
      <Choice
        icon={<FileUp size={18} />}
        title={t("Bring my notes")}
        words={t("From Obsidian, Notion, Evernote, Word and more.")}
        isBusy={false}
        onPress={onImport}
      />
      <Choice
        icon={<WandSparkles size={18} />}
        title={t("Explore a sample workspace")}
        words={t("Five example notes to play with. Remove them in one click.")}
        isBusy={busy === "sample"}
        onPress={() => void handleSample()}
      />
      <Choice
        icon={<Tent size={18} />}
        title={t("Start empty")}
        words={t("Go straight to the dashboard.")}
        isBusy={false}
        onPress={onOpen}
      />
    </div>
  );
}

type ChoiceProps = {
  icon: ReactNode;
  title: string;
  words: string;
  isBusy: boolean;
  onPress: MouseEventHandler;
};

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
