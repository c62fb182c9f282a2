import { AudioLines, MessageSquare, MessageSquarePlus, RotateCcw, Trash2 } from "lucide-react";
import type { ChatThread, SentPassage } from "#contract/chat.ts";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { deferred } from "../../ui/deferred.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "chat-details": { thread: ChatThread };
    "chat-sent": { where: string | null; load: () => Promise<SentPassage[]> };
  }
}

const refresh = () => {
  invalidate(api.chat.list.key());
  invalidate(api.trash.key());
};

export const chat = defineManifest({
  actions: [
    {
      id: "chat.new",
      title: t("New Chat"),
      group: "General",
      icon: MessageSquarePlus,
      keywords: t("ask question ai assistant answer"),
      run: ({ go }) => go("/app/chat"),
    },
    goTo({
      id: "voice",
      title: t("Voice Chat"),
      icon: AudioLines,
      href: "/app/voice-chat",
      keywords: t("talk speak microphone hands-free ask dictate"),
      after: "go.chat",
    }),
  ],
  laterActions: async () => (await import("./chat-actions.ts")).chatActions,
  dialogs: {
    "chat-details": deferred(async () => (await import("./thread-dialog.tsx")).ThreadDialog),
    "chat-sent": deferred(async () => (await import("./sent-dialog.tsx")).SentDialog),
  },
  panels: [
    {
      id: "chat",
      area: "note",
      title: t("Chat"),
      rank: 5,
      View: deferred(async () => (await import("./note-chat.tsx")).NoteChat),
    },
  ],
  finds: async () => (await import("./found-chats.ts")).findChats,
  live: {
    // What an answer rests on may have changed.
    note: () => invalidate(api.chat.receipts.key()),
    file: () => invalidate(api.chat.receipts.key()),
    memory: () => invalidate(api.memories.key()),
    chatThread: (ids) => {
      refresh();
      for (const threadId of ids) invalidate(api.chat.get.key({ input: { threadId } }));
    },
  },
  trash: {
    chatThread: {
      icon: MessageSquare,
      singular: t("Chat"),
      plural: t("Chats"),
      count: (count) => plural(count, { one: "{count} chat", other: "{count} chats" }),
      refresh,
    },
  },
  activity: {
    types: {
      chat_created: { icon: MessageSquarePlus, words: t("Chat begun") },
      chat_deleted: { icon: Trash2, words: t("Chat deleted") },
      chat_restored: { icon: RotateCcw, words: t("Chat restored") },
    },
  },
});
