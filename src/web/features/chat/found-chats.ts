import { MessageSquare } from "lucide-react";
import type { ChatThread } from "#contract/chat.ts";
import type { FindFacet, Found } from "../../kernel/find-facet.ts";
import { api, queryClient } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

const foundOf = ({ id, name, folder }: ChatThread): Found => ({
  id: `chat.${id}`,
  title: name,
  about: folder,
  icon: MessageSquare,
  href: `/app/chat?thread=${id}`,
  text: `${name} ${folder}`,
});

export const findChats: FindFacet = {
  title: t("Chats"),
  keyOf: ({ query, limit }) => [...api.chat.list.queryKey({ input: { query, limit } }), "found"],
  find: async (input) => (await api.chat.list.call(input)).threads.map(foundOf),
  known: () =>
    queryClient
      .getQueriesData<{ pages?: { threads: ChatThread[] }[] }>({ queryKey: api.chat.list.key() })
      .flatMap(([, list]) => list?.pages?.flatMap(({ threads }) => threads.map(foundOf)) ?? []),
};
