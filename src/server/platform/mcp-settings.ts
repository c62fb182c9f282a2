import { z } from "zod";
import { isLocalAddress } from "./egress/local-address.ts";

/** A server whose tools Chat may use, by the Model Context Protocol. */
export interface McpServerSettings {
  name: string;
  /** May lie in the operator's own network. */
  url: string;
  token: string | null;
  /** Which of its tools are offered. What doesn't only read is asked about before each use. */
  tools: Record<string, "read" | "write">;
  /** What is sent to it stays on this machine or in the operator's network. */
  isLocal: boolean;
}

export const MCP_SERVERS_EXAMPLE =
  '[{"name": "Wiki", "url": "https://wiki.example.org/mcp", "token": "...", "tools": {"search": "read", "create_page": "write"}}]';

const Server = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^\p{Cc}\p{Cf}]+$/u),
  url: z
    .string()
    .regex(/^https?:\/\/[^\s#@]+$/i)
    .refine((address) => URL.parse(address) !== null),
  token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  local: z.boolean().optional(),
  tools: z.record(z.string().regex(/^[\w.\-/]{1,128}$/), z.enum(["read", "write"])),
});

/** A list of servers as JSON. Its faults name the place and never the value, which may hold a token. */
export const mcpServers = z.string().transform((text, context): McpServerSettings[] => {
  const { data, error } = z.array(Server).max(20).safeParse(parsed(text));
  if (data)
    return data.map(({ local, token = null, ...rest }) => ({
      ...rest,
      token,
      isLocal: local ?? isLocalAddress(rest.url),
    }));
  const places = error.issues.map(({ path }) => (path.length > 0 ? ` (look at ${path.join(".")})` : ""));
  context.addIssue({
    code: "custom",
    message: `must be a JSON list of MCP servers with name, url, tools ({"name": "read" or "write"}) and, as needed, token and local${places[0] ?? ""}`,
  });
  return z.NEVER;
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
