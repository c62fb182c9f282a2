import {
  install,
  installsByHand,
  useInstallOffer,
  useIsStandalone,
} from "../../platform/device/installed.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { HomeScreenWords } from "./install-prompt.tsx";
import { InsecureWords } from "./insecure-notice.tsx";
import { t } from "../../lib/messages/t.ts";

/** As a setting: what can be done here, in this browser and at this address. */
export function InstallSetting() {
  const isOffered = useInstallOffer();
  const isInstalled = useIsStandalone();
  if (isInstalled) return <p className="text-sm text-muted">{t("This is the installed app.")}</p>;
  if (isOffered) return <Button onClick={() => void install()}>{t("Install App")}</Button>;
  if (!isSecureContext)
    return (
      <div className="text-sm text-muted">
        <InsecureWords />
      </div>
    );
  return (
    <p className="text-sm text-muted">
      {installsByHand() ? (
        <HomeScreenWords />
      ) : (
        t("Already installed, or install from your browser's menu.", { product: PRODUCT })
      )}
    </p>
  );
}
