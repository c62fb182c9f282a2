import type { IncomingMessage } from "node:http";
import { startLocalServer } from "../small-internet.ts";
import { answerDrive } from "./drive-answers.ts";
import { answerOAuth } from "./oauth-answers.ts";
import { PICKER_SCRIPT } from "./picker-script.ts";
import { type Asked, CLIENT, type DriveEntry, type GoogleServer, refuse, type Trouble } from "./protocol.ts";

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

function isInTrouble(troubles: Trouble[], asked: Asked): boolean {
  const { request, response } = asked;
  const trouble = troubles.find(({ on }) => on.test(`${request.method} ${request.url}`));
  // The upload's answers see to these themselves.
  if (!trouble || trouble.isDamaging) return false;
  if (trouble.times !== undefined && (trouble.times -= 1) === 0)
    troubles.splice(troubles.indexOf(trouble), 1);
  if (trouble.status !== undefined) return refuse(asked, trouble.status, trouble.reason ?? "backendError");
  if (trouble.html !== undefined)
    return Boolean(response.writeHead(200, { "content-type": "text/html" }).end(trouble.html));
  // The upload's answers see to that themselves.
  if (request.method === "PUT") return false;
  response.writeHead(200, { "content-length": 1_000_000 });
  response.write(Buffer.alloc(trouble.cutAfter ?? 0), () => setTimeout(() => response.destroy(), 20));
  return true;
}
