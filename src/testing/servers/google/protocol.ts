import type { IncomingMessage, ServerResponse } from "node:http";
import type { LocalServer } from "../small-internet.ts";

export const CLIENT = { id: "123456789012-cairn.apps.googleusercontent.com", secret: "GOCSPX-of-cairn" };
export const REDIRECT_PATH = "/app/drive";

export type DriveEntry = {
  id: string;
  name: string;
  mimeType: string;
  /** What it has; documents of Google have none. */
  bytes: Buffer;
  /** What it is handed out as, by type. */
  exports: Record<string, Buffer>;
  version: number;
  trashed: boolean;
  parents: string[];
  appProperties?: Record<string, string>;
};

/** What an answer is instead of the usual one, for requests whose method and path fit. */
export type Trouble = {
  on: RegExp;
  /** How many of them; as many as there are when it is left out. */
  times?: number;
  status?: number;
  reason?: string;
  /** A page of a proxy, or of a sign-in, with status 200. */
  html?: string;
  /** Breaks off after so many bytes of the answer, or of what is sent. */
  cutAfter?: number;
  /** Keeps what is uploaded with another byte in it. */
  isDamaging?: true;
};

export type GoogleServer = LocalServer & {
  /** For the settings of a server that is to ask here. */
  env: Record<string, string>;
  account: { email: string };
  files: Map<string, DriveEntry>;
  add: (entry: Partial<DriveEntry> & { name: string; mimeType: string }) => DriveEntry;
  troubles: Trouble[];
  /** Refresh tokens that count, each with its person's consent. */
  grants: Set<string>;
  /** Access tokens that count. */
  access: Map<string, { until: number; refresh: string }>;
  /** How long a new access token counts. */
  accessSeconds: number;
  /** Method and path of everything that was asked, oldest first. */
  told: () => string[];
  /** As a person who allows it on Google's page: where the browser is sent back to. */
  allow: (consentUrl: string) => Promise<{ state: string; code: string }>;
};

export type Asked = { request: IncomingMessage; response: ServerResponse; url: URL; body: Buffer };

/** As https://developers.google.com/workspace/drive/api/guides/handle-errors writes them. */
export function refuse({ response }: Asked, status: number, reason: string): true {
  const error = {
    errors: [{ domain: "usageLimits", reason, message: reason }],
    code: status,
    message: reason,
  };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  return true;
}

export function tell({ response }: Asked, value: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  return true;
}
