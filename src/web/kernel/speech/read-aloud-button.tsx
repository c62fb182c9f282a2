import { Square, Volume2 } from "lucide-react";
import { useEffect } from "react";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { SpeechSource } from "./ask-speech.ts";
import { readAloud, stopReading, useReading } from "./read-aloud.ts";

type ReadAloudButtonProps = { id: string; markdown: string; source: SpeechSource };

/** Reads a text aloud, and stops. What is gone from the page is not heard any more. */
export function ReadAloudButton(text: ReadAloudButtonProps) {
  const { id } = text;
  const phase = useReading(({ reading }) => (reading?.id === id ? reading.phase : null));
  useEffect(
    () => () => {
      if (useReading.getState().reading?.id === id) stopReading();
    },
    [id],
  );
  if (phase)
    return (
      <IconButton label={t("Stop reading aloud")} isOn onClick={stopReading}>
        {phase === "loading" ? <Spinner size={14} /> : <Square size={13} fill="currentColor" />}
      </IconButton>
    );
  return (
    <IconButton label={t("Read Aloud")} onClick={() => void readAloud(text)}>
      <Volume2 size={15} />
    </IconButton>
  );
}
