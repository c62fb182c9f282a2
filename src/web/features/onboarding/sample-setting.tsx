import { useState } from "react";
import { useOnboarding } from "../../kernel/workspace/frame.ts";
import { Button } from "../../ui/button.tsx";
import { addSample, removeSample } from "./sample-changes.ts";
import { t } from "../../lib/messages/t.ts";

/** Adds the sample workspace, or takes it away again. */
export function SampleSetting() {
  const hasSample = useOnboarding()?.hasSample ?? false;
  const [isBusy, setIsBusy] = useState(false);
  const handlePress = async () => {
    setIsBusy(true);
    await (hasSample ? removeSample() : addSample());
    setIsBusy(false);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void handlePress()}>
      {hasSample ? t("Remove the sample workspace") : t("Add the sample workspace")}
    </Button>
  );
}
