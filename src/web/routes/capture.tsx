import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { CaptureForm } from "../features/notes/capture-form.tsx";
import { captureNote, type Captured } from "../features/notes/capture-note.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useUser } from "../platform/session.ts";
import { dropShare, readShare } from "../platform/device/share-target.ts";
import { Screen } from "../ui/screen.tsx";
import { t } from "../lib/messages/t.ts";

const NOTHING: Captured = { title: "", text: "", images: [] };

/** Quick capture: empty, or with what another program shared. */
export function CapturePage() {
  const { shared } = useSearch({ strict: false }) as { shared?: string };
  const heading = usePageTitle(shared ? t("Shared with Cairn") : t("Quick capture"));
  const navigate = useNavigate();
  const user = useUser();
  const [given, setGiven] = useState<Captured | null>(shared ? null : NOTHING);
  useEffect(() => {
    if (shared) void takeShare(shared).then(setGiven);
  }, [shared]);
  const save = async (captured: Captured) => {
    const noteId =
      user && (await captureNote(user.id, captured, { text: given?.text ?? "", origin: "paste" }));
    if (!noteId) return;
    if (shared) await dropShare(shared);
    await navigate({ to: "/app/editor/{-$noteId}", params: { noteId }, replace: true });
  };
  const discard = async () => {
    if (shared) await dropShare(shared);
    await navigate({ to: "/app/dashboard", replace: true });
  };
  return (
    <Screen frame="reading" title={shared ? t("Shared with Cairn") : t("Quick capture")} heading={heading}>
      <p className="text-sm text-muted">
        {shared ? t("Nothing is saved until you save it.") : t("Write it down now, sort it later.")}
      </p>
      {given && (
        <CaptureForm key={shared ?? ""} given={given} onSave={save} onDiscard={() => void discard()} />
      )}
    </Screen>
  );
}

const isImage = (file: File) => file.type.startsWith("image/");

/** Programs put an address into the text as often as into the url; it is written once. */
async function takeShare(id: string): Promise<Captured> {
  const share = await readShare(id).catch(() => null);
  if (!share) return NOTHING;
  const texts = await Promise.all(share.given.filter((file) => !isImage(file)).map((file) => file.text()));
  const address = share.text.includes(share.url) ? "" : share.url;
  return {
    title: share.title,
    text: [share.text, address, ...texts].filter(Boolean).join("\n\n"),
    images: share.given.filter(isImage),
  };
}
