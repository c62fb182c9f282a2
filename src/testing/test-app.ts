import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "#contract/index.ts";
import { createApp } from "#server/app.ts";
import type { Services } from "#server/base.ts";
import { readConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { assemble } from "#server/services.ts";
import { plainFetch } from "./servers/plain-fetch.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export type Client = ContractRouterClient<Contract>;

/** A browser's worth of identity: a cookie jar, the RPC client on it, and plain requests. */
export type Visitor = {
  client: Client;
  /** A request with this visitor's cookies and the right Origin, unless other headers are given. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  cookie: () => string;
};
export type SignedInVisitor = Visitor & { userId: string; email: string; password: string };

export type TestApp = {
  url: string;
  services: Services;
  database: TestDatabase;
  dataDir: string;
  visitor: () => Visitor;
  /** Registers a fresh account. */
  aUser: (name?: string) => Promise<SignedInVisitor>;
  close: () => Promise<void>;
};

/** The real server on a real port and a real database of its own, unless `on` names what it is to run on. */
export async function startTestApp(
  env: Record<string, string> = {},
  webRoot = "/nonexistent",
  on: { database?: TestDatabase; dataDir?: string; secret?: string } = {},
): Promise<TestApp> {
  const database = on.database ?? (await createTestDatabase());
  const dataDir = on.dataDir ?? (await mkdtemp(join(tmpdir(), "cairn-data-")));
  const config = readConfig(
    { LOG_LEVEL: "silent", NODE_ENV: "test", DATA_DIR: dataDir, WEATHER: "off", ...env },
    dataDir,
  );
  const services = assemble(
    config,
    createLog(config.logLevel),
    database.connections,
    on.secret ?? randomBytes(32).toString("hex"),
  );
  const app = await createApp(services, { webRoot });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  await services.collab.ready;
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  const visitor = () => createVisitor(url);
  return {
    url,
    services,
    database,
    dataDir,
    visitor,
    aUser: async (name = "Ann") => {
      const fresh = visitor();
      const email = `${name.toLowerCase()}-${randomBytes(4).toString("hex")}@example.com`;
      const password = "correct horse";
      const { session } = await fresh.client.accounts.register({ name, email, password });
      return { ...fresh, userId: session?.user.id ?? "", email, password };
    },
    close: async () => {
      await app.stop();
      await services.collab.stop();
      await services.db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function createVisitor(url: string): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const withIdentity = (given?: HeadersInit): Headers => {
    const headers = new Headers(given);
    if (!headers.has("origin")) headers.set("origin", url);
    if (!headers.has("cookie") && jar.size > 0) headers.set("cookie", cookie());
    return headers;
  };
  const keepCookies = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const request = async (path: string, init: RequestInit = {}) =>
    keepCookies(await fetch(new URL(path, url), { ...init, headers: withIdentity(init.headers) }));
  const link = new RPCLink({
    url: `${url}/rpc`,
    fetch: async (asked: Request) =>
      keepCookies(
        await plainFetch(asked.url, {
          method: asked.method,
          headers: withIdentity(asked.headers),
          signal: asked.signal,
          ...(asked.method !== "GET" && { body: new Uint8Array(await asked.arrayBuffer()) }),
        }),
      ),
  });
  return { client: createORPCClient(link), request, cookie };
}
