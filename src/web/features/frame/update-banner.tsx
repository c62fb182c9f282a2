import { useState } from "react";
import { updateNow, useUpdate } from "../../platform/update.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** A newer Cairn is there. It never reloads by itself: the reader may be in the middle of a sentence. */
export function UpdateBanner() {
  const need = useUpdate((state) => state.need);
  const [isBusy, setIsBusy] = useState(false);
  const handleUpdate = () => {
    setIsBusy(true);
    void updateNow();
  };
  if (need === "none") return null;
  if (need === "required") {
    return (
      <Banner
        tone="warn"
        action={
          <Button look="primary" isBusy={isBusy} onClick={handleUpdate}>
            {t("Reload")}
          </Button>
        }
      >
        {t("Cairn was updated. Reload the page to continue.")}
      </Banner>
    );
  }
  return (
    <Banner
      tone="accent"
      action={
        <Button look="primary" isBusy={isBusy} onClick={handleUpdate}>
          {t("Update Now")}
        </Button>
      }
    >
      {t("A new version of Cairn is ready.")}
    </Banner>
  );
}
