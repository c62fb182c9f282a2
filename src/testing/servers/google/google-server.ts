import type { IncomingMessage, ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "../small-internet.ts";
import { answerDrive } from "./drive-answers.ts";
import { answerOAuth } from "./oauth-answers.ts";
import { PICKER_SCRIPT } from "./picker-script.ts";

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
};

/** What an answer is instead of the usual one, for requests whose method and path fit. */
export type Trouble = {
  on: RegExp;
  /** How many of them; as many as there are when it is left out. */
  times?: number;
  status?: number;
  reason?: string;
  /** Breaks off after so many bytes of the answer, or of what is sent. */
  cutAfter?: number;
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

/** Speaks Google's OAuth and the part of the Drive API, version 3, that Cairn asks for. */
export async function startGoogleServer(): Promise<GoogleServer> {
  const google = {
    account: { email: "ann@gmail.example" },
    files: new Map<string, DriveEntry>(),
    troubles: [] as Trouble[],
    grants: new Set<string>(),
    access: new Map<string, { until: number; refresh: string }>(),
    accessSeconds: 3_600,
  };
  const server = await startLocalServer((request, response) => {
    void read(request).then((body) => {
      const url = new URL(request.url!, `http://127.0.0.1:${server.port}`);
      const asked: Asked = { request, response, url, body };
      if (isInTrouble(google.troubles, asked)) return;
      if (url.pathname === "/picker.js")
        return void response.setHeader("content-type", "text/javascript").end(PICKER_SCRIPT);
      if (!answerOAuth(full, asked) && !answerDrive(full, asked)) response.writeHead(404).end("{}");
    });
  });
  const base = `http://127.0.0.1:${server.port}`;
  const full: GoogleServer = Object.assign(google, server, {
    env: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_API_KEY: "AIza-of-cairn",
      GOOGLE_ACCOUNTS_URL: `${base}/o/oauth2/v2/auth`,
      GOOGLE_OAUTH_URL: base,
      GOOGLE_API_URL: base,
      GOOGLE_PICKER_URL: `${base}/picker.js`,
    },
    add: (entry: Partial<DriveEntry> & { name: string; mimeType: string }) => {
      const id = entry.id ?? `file-${google.files.size + 1}-${entry.name.replaceAll(/\W/g, "")}`;
      const whole = {
        bytes: Buffer.alloc(0),
        exports: {},
        version: 1,
        trashed: false,
        parents: [],
        ...entry,
        id,
      };
      google.files.set(id, whole);
      return whole;
    },
    told: () => server.asked.map(({ method, url }) => `${method} ${url!.split("?")[0]}`),
    allow: async (consentUrl: string) => {
      const page = await (await fetch(consentUrl)).text();
      const back = /id="allow" href="([^"]+)"/.exec(page)?.[1];
      if (back === undefined) throw new Error(page);
      const { searchParams } = new URL(back.replaceAll("&amp;", "&"));
      return { state: searchParams.get("state")!, code: searchParams.get("code")! };
    },
  });
  return full;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // Whoever sent it is gone.
  }
  return Buffer.concat(chunks);
}

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

function isInTrouble(troubles: Trouble[], asked: Asked): boolean {
  const { request, response } = asked;
  const trouble = troubles.find(({ on }) => on.test(`${request.method} ${request.url}`));
  if (!trouble) return false;
  if (trouble.times !== undefined && (trouble.times -= 1) === 0)
    troubles.splice(troubles.indexOf(trouble), 1);
  if (trouble.status !== undefined) return refuse(asked, trouble.status, trouble.reason ?? "backendError");
  // The upload's answers see to that themselves.
  if (request.method === "PUT") return false;
  response.writeHead(200, { "content-length": 1_000_000 });
  response.write(Buffer.alloc(trouble.cutAfter ?? 0), () => setTimeout(() => response.destroy(), 20));
  return true;
}
