import type { Browser } from "@playwright/test";
import type pg from "pg";
import type { ModelServer } from "#testing/servers/model-server.ts";
import type { SignedInVisitor, Visitor } from "#testing/test-app.ts";
import type { ServerProcess } from "../e2e/server-process.ts";
import type { Floor } from "./floor-pages.ts";
import type { Figure } from "./measure.ts";

/** Of the one account there is, for what asks for it again. */
export const BENCH_PASSWORD = "bench-password";

/** What a row can use: a server with one account of a certain size, a browser, and the floors. */
export type Bench = {
  server: ServerProcess;
  visitor: Visitor & Pick<SignedInVisitor, "cookie">;
  floor: Floor;
  /** The owner's connection, past the application. */
  owner: pg.Client;
  browser: Browser;
  /** Beside the server, which may ask it. */
  models: ModelServer;
  userId: string;
  vocabulary: string[];
  /** Of the account, for new notes. */
  folders: string[];
  /** A request to the REST door as the account; with a body it is a POST. */
  api: <T>(path: string, body?: unknown) => Promise<T>;
  /** How many notes the account holds. */
  size: number;
  /** Stops server and database, or kills both, starts them again, and tells how long the start took in milliseconds. */
  restart: (options?: { isKilled: boolean }) => Promise<number>;
};

/** One line of the table: what was measured, and the floor it stands on. */
export type Row = {
  name: string;
  unit: "ms" | "notes/s" | "requests/s" | "MB" | "KB" | "requests" | "syncs" | "%" | "CLS";
  figure: Figure;
  floor?: Figure;
  floorName?: string;
  note?: string;
};

/** `once`: does not depend on how many notes there are, so it runs with the first size alone. */
export type RowMaker = { name: string; once?: boolean; run: (bench: Bench) => Promise<Row[]> };
