import { useState } from "react";
import type { ReminderChannel } from "#contract/reminders.ts";
import type { z } from "zod";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";

type SendTestProps = { channel: z.infer<typeof ReminderChannel>; label: string };

/** Sends a message now, and says what came of it. */
export function SendTest({ channel, label }: SendTestProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; message: string } | null>(null);
  const send = async () => {
    setIsBusy(true);
    setResult(null);
    setResult(
      await api.reminders.test.call({ channel }).catch((error: unknown) => ({
        ok: false,
        message: failureWords(error, t("The test couldn't be sent.")),
      })),
    );
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={isBusy} onClick={() => void send()} aria-label={label}>
        {t("Send a Test")}
      </Button>
      <p role="status" className={`text-sm ${result && !result.ok ? "text-danger" : "text-muted"}`}>
        {result?.message}
      </p>
    </div>
  );
}
