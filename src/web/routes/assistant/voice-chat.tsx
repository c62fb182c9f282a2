import { useNavigate, useSearch } from "@tanstack/react-router";
import { VoiceScreen, type VoiceSearch } from "../../features/chat/voice/voice-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

export function VoiceChatPage() {
  const search = useSearch({ strict: false }) as VoiceSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Voice chat"));
  return (
    <VoiceScreen
      // A conversation that begins here gets its address on the way.
      search={search}
      heading={heading}
      onSearch={(next) => void navigate({ to: "/app/voice-chat", search: next as never, replace: true })}
    />
  );
}
