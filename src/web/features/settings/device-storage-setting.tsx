import { HardDriveDownload } from "lucide-react";
import { useEffect, useState } from "react";
import { formatBytes } from "../../lib/format-bytes.ts";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

type Device = { usage: number; quota: number; isKept: boolean };

/** null where the browser does not say: on an insecure origin, or an old one. */
async function look(): Promise<Device | null> {
  const { storage } = navigator;
  if (!storage?.estimate) return null;
  const [{ usage = 0, quota = 0 }, isKept] = await Promise.all([storage.estimate(), storage.persisted()]);
  return { usage, quota, isKept };
}

export function DeviceStorageSetting() {
  const [device, setDevice] = useState<Device | null | undefined>(undefined);
  useEffect(() => {
    void look().then(setDevice, () => setDevice(null));
  }, []);
  if (device === undefined) return null;
  if (device === null)
    return (
      <p className="text-sm text-muted">
        {isSecureContext
          ? t("Your browser doesn't report how much it stores.")
          : t("Your browser reports how much it stores only over https or at localhost.")}
      </p>
    );
  const keep = async () => {
    const isKept = await navigator.storage.persist();
    setDevice({ ...device, isKept });
    if (isKept) toast.success(t("Your notes stay on this device."));
    else toast.info(t("Your browser decides this on its own. Installing Cairn usually helps."));
  };
  const share = device.quota > 0 ? Math.min(1, device.usage / device.quota) : 0;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full max-w-sm">
        <p className="text-sm">
          {device.quota > 0
            ? t("{usage} used of {quota} your browser allows", {
                usage: formatBytes(device.usage),
                quota: formatBytes(device.quota),
              })
            : t("{usage} used", { usage: formatBytes(device.usage) })}
        </p>
        <Bar label={t("Space used on this device")} as="meter" part={share} className="mt-2 w-full" />
      </div>
      {device.isKept ? (
        <p className="text-sm text-muted">{t("Your browser keeps this even when the disk is full.")}</p>
      ) : (
        <>
          <p className="text-sm text-muted">
            {t("Your browser may clear this when the disk is full. Your notes stay on the server.")}
          </p>
          <Button onClick={() => void keep()}>
            <HardDriveDownload size={15} /> {t("Keep on this device")}
          </Button>
        </>
      )}
    </div>
  );
}
