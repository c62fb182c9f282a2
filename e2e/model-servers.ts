import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { type McpServer, startMcpServer } from "#testing/servers/mcp-server.ts";
import { test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import type { ServerProcess } from "./server-process.ts";

export const KEY = "sk-secret-of-ann-1234";

/** A server of its own that may ask the model server beside it. */
export const test = base.extend<
  { wellAgain: void },
  { server: ServerProcess; near: ModelServer; open: ModelServer; wiki: McpServer }
>({
  /** Whatever a test had them do. */
  wellAgain: [
    async ({ near, open }, use) => {
      await use();
      for (const server of [near, open]) {
        server.fail(null);
        server.say(null);
        server.embeds(null);
      }
    },
    { auto: true },
  ],
  near: [
    async ({}, use) => {
      const near = await startModelServer({ key: KEY });
      await use(near);
      near.close();
    },
    { scope: "worker" },
  ],
  /** It wants no key, as those on one's own machine. */
  open: [
    async ({}, use) => {
      const open = await startModelServer();
      await use(open);
      open.close();
    },
    { scope: "worker" },
  ],
  /** Of the operator: its tools are offered in Chat. */
  wiki: [
    async ({}, use) => {
      const wiki = await startMcpServer();
      const fields = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
      wiki.tools([
        { name: "search", description: "Searches the wiki.", inputSchema: fields("query") },
        { name: "create_page", description: "Makes a page.", inputSchema: fields("title") },
      ]);
      await use(wiki);
      wiki.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ near, open, wiki }, use) => {
      const server = await startJourneyServer({
        WEATHER: "off",
        EGRESS_ALLOW: `127.0.0.1:${near.port} 127.0.0.1:${open.port}`,
        MCP_SERVERS: JSON.stringify([
          { name: "Wiki", url: wiki.url, tools: { search: "read", create_page: "write" } },
        ]),
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});
