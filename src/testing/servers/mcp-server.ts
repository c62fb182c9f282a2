import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

type Told = { name: string; description?: string; inputSchema: object; outputSchema?: object };
type Called = { name: string; input: Record<string, unknown> };
/** Answers a request in another way than the protocol has it. */
type Fault = (request: IncomingMessage, response: ServerResponse, method: string) => boolean;

export type McpServer = {
  url: string;
  /** Every call of a tool that arrived. */
  called: Called[];
  /** Every Authorization header that arrived. */
  keys: Set<string>;
  tools: (tools: Told[]) => void;
  says: (answer: (call: Called) => object | Promise<object>) => void;
  fails: (fault: Fault | null) => void;
  close: () => void;
};

/** A server of tools made of the protocol's own SDK, which also fails in the ways that real ones do. */
export async function startMcpServer(): Promise<McpServer> {
  const called: Called[] = [];
  const keys = new Set<string>();
  let tools: Told[] = [];
  let answer: (call: Called) => object | Promise<object> = () => ({ content: [] });
  let fault: Fault | null = null;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    keys.add(request.headers.authorization ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as { method?: string };
    if (fault?.(request, response, body.method ?? "")) return;
    const server = new Server({ name: "tools", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as never }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const call = { name: params.name, input: params.arguments ?? {} };
      called.push(call);
      return (await answer(call)) as never;
    });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void transport.close());
    await server.connect(transport as never);
    await transport.handleRequest(request, response, body);
  };
  const http = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  await once(http.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    called,
    keys,
    tools: (told) => (tools = told),
    says: (say) => (answer = say),
    fails: (fail) => (fault = fail),
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}
