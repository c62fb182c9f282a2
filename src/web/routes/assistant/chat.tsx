import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChatScreen, type ChatSearch } from "../../features/chat/chat-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

export function ChatPage() {
  const search = useSearch({ strict: false }) as ChatSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Chat"));
  return (
    <ChatScreen
      search={search}
      heading={heading}
      onSearch={(next) => void navigate({ to: "/app/chat", search: next as never })}
    />
  );
}
