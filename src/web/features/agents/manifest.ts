import { Bot } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";

export const agents = defineManifest({
  actions: [
    goTo({
      id: "agents",
      title: t("Agents"),
      icon: Bot,
      href: "/app/agents",
      keywords: t("automations automation schedule weekly review run"),
      after: "go.changes",
    }),
  ],
  live: {
    agent: () => invalidate(api.agents.list.key()),
    agentRun: () => {
      invalidate(api.agents.list.key());
      invalidate(api.agents.runs.key());
      invalidate(api.agents.getRun.key());
    },
  },
  activity: {
    groups: [{ id: "agents", words: t("Agents") }],
    types: {
      agent_created: { icon: Bot, words: t("Agent created"), group: "agents" },
      agent_updated: { icon: Bot, words: t("Agent changed"), group: "agents" },
      agent_deleted: { icon: Bot, words: t("Agent deleted"), group: "agents" },
    },
  },
});
