import { Upload } from "lucide-react";
import { useRef, useState, type ChangeEvent } from "react";
import { ACCEPTED_IMAGES, refuseImage } from "../../editor/uploads/image-rules.ts";
import { loadSession, useUser } from "../../platform/session.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

async function upload(file: File): Promise<string | null> {
  const response = await fetch("/api/files/avatar", {
    method: "POST",
    headers: { "content-type": file.type },
    body: file,
  });
  if (response.ok) return null;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  return message ?? t("Couldn't upload the picture. Try again in a moment.");
}

/** What marks the button when the upload failed. */
const AVATAR = "avatar";

export function AvatarSetting() {
  const user = useUser();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!user) return null;
  const send = async (file: File): Promise<void> => {
    settle(AVATAR);
    setIsBusy(true);
    const problem = await upload(file).catch(() => t("Can't reach the server. Try again in a moment."));
    setIsBusy(false);
    setError(problem);
    if (problem) return tellFailed(AVATAR, problem, () => send(file));
    await loadSession();
    toast.success(t("Settings saved successfully"));
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    settle(AVATAR);
    const refusal = refuseImage(file);
    setError(refusal);
    if (refusal) toast.error(refusal);
    else void send(file);
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img
        src={user.avatar}
        alt={user.name}
        width={64}
        height={64}
        className="size-16 shrink-0 rounded-full border border-line object-cover"
      />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <span className="flex flex-wrap items-center gap-2">
          <Button isBusy={isBusy} onClick={() => picker.current?.click()}>
            <Upload size={15} /> {t("Upload a picture")}
          </Button>
          <RetryMark id={AVATAR} />
        </span>
        <p
          className={error ? "text-xs text-danger" : "text-xs text-faint"}
          role={error ? "alert" : undefined}
        >
          {error ?? t("JPG, PNG, WebP or GIF, up to 10 MB. Cropped to a square.")}
        </p>
        <input
          ref={picker}
          type="file"
          accept={ACCEPTED_IMAGES}
          className="sr-only"
          tabIndex={-1}
          aria-label={t("Picture file")}
          onChange={handleChange}
        />
      </div>
    </div>
  );
}
