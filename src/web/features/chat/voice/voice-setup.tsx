import { Link } from "@tanstack/react-router";
import { Mic } from "lucide-react";
import { type EarsPlace, earsPlace, type Tasks } from "../../../kernel/speech/hearing/ears-place.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { RadioRow } from "../../../ui/radio-row.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { t } from "../../../lib/messages/t.ts";
import type { VoiceChoices } from "./voice-choices.ts";

type VoiceSetupProps = {
  tasks: Tasks;
  choices: VoiceChoices;
  onChoices: (choices: VoiceChoices) => void;
  onStart: (place: EarsPlace) => void;
};

const PLACES: Record<EarsPlace, string> = {
  model: t("Your model for speech writes down what you say."),
  browser: t(
    "This browser writes down what you say, on this device where it can. Else it sends the sound to its maker; choose a model for speech to avoid that.",
  ),
};

/** How one wants to talk, who writes it down, and the beginning. */
export function VoiceSetup({ tasks, choices, onChoices, onStart }: VoiceSetupProps) {
  const place = earsPlace(tasks);
  if (place === null) return <NobodyHears />;
  return (
    <div className="flex flex-col items-center gap-4">
      <RadioRow
        label={t("How you talk")}
        options={[
          { value: "free", words: t("Hands-free") },
          { value: "held", words: t("Push to talk") },
        ]}
        value={choices.isByHand ? "held" : "free"}
        onChoose={(value) => onChoices({ ...choices, isByHand: value === "held" })}
      />
      {place === "model" && (
        <Switch
          label={t("Keep the sound for the note")}
          isOn={choices.keepsSound}
          onChange={(keepsSound) => onChoices({ ...choices, keepsSound })}
        />
      )}
      <Button look="primary" className="h-11! rounded-full! px-6! text-base!" onClick={() => onStart(place)}>
        <Mic size={18} aria-hidden="true" /> {t("Start Talking")}
      </Button>
      <p className="max-w-md text-center text-sm text-muted text-balance">
        {PLACES[place]} {!tasks?.speechOut && t("A voice of this device reads the answers, if there is one.")}
      </p>
    </div>
  );
}

function NobodyHears() {
  return (
    <div className="flex max-w-md flex-col items-center gap-4 text-center">
      <p className="text-muted text-balance">
        {t(
          "Nothing here can write down what you say: no model for speech is set up, and this browser has none. Choose a model, or type in Chat.",
        )}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/app/settings" search={{ tab: "models" } as never} className={buttonClass("primary")}>
          {t("Choose a Model")}
        </Link>
        <Link to="/app/chat" className={buttonClass("plain")}>
          {t("Open Chat")}
        </Link>
      </div>
    </div>
  );
}
