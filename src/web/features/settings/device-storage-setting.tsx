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
          ? t("This browser does not tell how much it keeps.")
          : t("This browser does not tell how much it keeps; over https, or at localhost, it would.")}
      </p>
    );
  const keep = async () => {
    const isKept = await navigator.storage.persist();
    setDevice({ ...device, isKept });
    if (isKept) toast.success(t("Your notes stay on this device."));
    else
      toast.info(
        t("This browser decides later. Installing Cairn or using it more often usually convinces it."),
      );
  };
  const share = device.quota > 0 ? Math.min(1, device.usage / device.quota) : 0;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full max-w-sm">
        <p className="text-sm">
          {device.quota > 0
            ? t("{usage} used of {quota} this browser allows", {
                usage: formatBytes(device.usage),
                quota: formatBytes(device.quota),
              })
            : t("{usage} used", { usage: formatBytes(device.usage) })}
        </p>
        <Bar label={t("Space used on this device")} as="meter" part={share} className="mt-2 w-full" />
      </div>
      {device.isKept ? (
        <p className="text-sm text-muted">{t("The browser keeps this even when the disk runs low.")}</p>
      ) : (
        <>
          <p className="text-sm text-muted">
            {t("When the disk runs low, the browser may remove it. What the server has is safe either way.")}
          </p>
          <Button onClick={() => void keep()}>
            <HardDriveDownload size={15} /> {t("Keep on this device")}
          </Button>
        </>
      )}
    </div>
  );
}
