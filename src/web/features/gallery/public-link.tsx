import { Link2 } from "lucide-react";
import { useState } from "react";
import type { Picture } from "#contract/gallery.ts";
import { t } from "../../lib/messages/t.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { setPublic } from "./picture-changes.ts";
import { copyPublicLink } from "./use-picture.ts";

/** Whether the world may see it, and where. */
export function PublicLink({ picture }: { picture: Picture }) {
  const isOffline = useIsOffline();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (isPublic: boolean) => {
    setIsBusy(true);
    await setPublic(picture, isPublic);
    setIsBusy(false);
  };
  const { publicUrl } = picture;
  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <Switch
        label={t("Public link")}
        isOn={picture.isPublic}
        isDisabled={isOffline || isBusy}
        onChange={(isPublic) => void change(isPublic)}
      />
      <p className="text-xs text-faint">
        {isOffline
          ? t("You're offline. Only the server can change this.")
          : publicUrl
            ? t("Anyone with the link can see it. Turning it off permanently ends this link.")
            : t("Only you can see this picture.")}
      </p>
      {publicUrl && (
        <div className="flex items-center gap-2">
          <a
            href={publicUrl}
            target="_blank"
            rel="noopener"
            className="flex min-h-8 min-w-0 flex-1 items-center text-xs text-accent hover:underline pointer-coarse:min-h-11"
          >
            <span className="truncate">{new URL(publicUrl, location.origin).href}</span>
          </a>
          <Button onClick={() => copyPublicLink(publicUrl)}>
            <Link2 size={15} /> {t("Copy Link")}
          </Button>
        </div>
      )}
    </div>
  );
}
