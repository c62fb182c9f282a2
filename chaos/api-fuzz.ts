import { randomFrom } from "#testing/random.ts";
import { errors } from "#contract/shared/base.ts";
import { type Operation, operations } from "#testing/contract-inputs.ts";
import { createVisitor, type Visitor } from "#testing/test-app.ts";
import { createServerProcess } from "../e2e/server-process.ts";
import { bodyFor, partFor, pick } from "./api-fuzz-values.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const AT_ONCE = 6;
const ANSWER_WITHIN_MS = 20_000;

export const apiFuzz: Trial = {
  name: "API fuzz",
  promise:
    "whatever is sent to an operation of the contract, the answer is never of the 500s and always of its declared shape",
  unit: "requests",
  full: 50_000,
  sample: 1_500,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "error" });
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  try {
    await server.start();
    const target = await anAccount(server.url);
    let next = 0;
    const worker = async () => {
      while (next < amount) {
        const number = next++;
        if (number % 2_000 === 0) log(`${number} requests`);
        const { status, fault } = await attempt(target, randomFrom(seed + number));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (fault) failures.push(`seed ${seed + number}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { session } = await target.visitor.client.accounts.session();
    if (!session) failures.push("the account of the fuzzer was signed out by its own requests");
    if (!server.isRunning()) failures.push(`the server ended:\n${server.log().slice(-1_000)}`);
    const answers = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    const told = failures.map((failure) => failure + loggedOf(failure, server.log()));
    return { done: next, lost: 0, figures: { answers: answers.join(", ") }, failures: told };
  } finally {
    await server.dispose();
  }
}

/** What the server logged of a failed request: a fault that needs the requests before it cannot be repeated alone. */
function loggedOf(failure: string, log: string): string {
  const id = /"requestId":"(\w+)"/.exec(failure)?.[1];
  const lines = id ? log.split("\n").filter((line) => line.includes(id)) : [];
  return lines.map((line) => `\n${line.slice(0, 2_000)}`).join("");
}

type Target = { url: string; visitor: Visitor; ids: string[] };

async function anAccount(url: string): Promise<Target> {
  const visitor = createVisitor(url);
  await visitor.client.accounts.register({
    name: "Fuzz",
    email: "fuzz@example.com",
    password: "fuzz-password",
  });
  const folder = await visitor.client.folders.create({ name: "Folder" });
  const note = await visitor.client.notes.create({ title: "Note", folderId: folder.id });
  return { url, visitor, ids: [folder.id, note.id] };
}

/** One request, over either door, and what is wrong with its answer. */
async function attempt(target: Target, random: () => number): Promise<{ status: number; fault?: string }> {
  const operation = pick(operations, random);
  const { path, init } = requestTo(operation, target.ids, random);
  // Signing out would end the session that the others need.
  const sender = operation.path.includes("logout") ? createVisitor(target.url) : target.visitor;
  const asked = `${init.method} ${path.slice(0, 200)} ${init.body?.slice(0, 300) ?? ""}`;
  try {
    const response = await sender.request(path, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const fault = faultOf(operation, path, response, await response.text());
    return { status: response.status, ...(fault ? { fault: `${asked}: ${fault}` } : {}) };
  } catch (error) {
    return { status: 0, fault: `${asked}: no answer (${String(error)})` };
  }
}

type Request = { path: string; init: { method: string; headers: Record<string, string>; body?: string } };

function requestTo(operation: Operation, ids: string[], random: () => number): Request {
  const body = bodyFor(operation.input, ids, random);
  const headers = {
    "content-type":
      random() < 0.95
        ? "application/json"
        : pick(["text/plain", "application/xml", "multipart/form-data", "x"], random),
  };
  const isRpc = random() < 0.4;
  const isGet = operation.method === "GET";
  if (isRpc) {
    const path = `/rpc/${operation.path.join("/")}`;
    const json = random() < 0.95 ? `{"json":${body || "null"}}` : body;
    return isGet && random() < 0.5
      ? {
          path: `${path}?data=${encodeURIComponent(json).slice(0, 12_000)}`,
          init: { method: "GET", headers },
        }
      : { path, init: { method: "POST", headers, body: json } };
  }
  const path = `/api${operation.route.replaceAll(/\{\w+\}/g, () => partFor(ids, random))}`;
  if (isGet) return { path: `${path}?${queryFor(operation, ids, random)}`, init: { method: "GET", headers } };
  return { path, init: { method: operation.method, headers, body } };
}

function queryFor(operation: Operation, ids: string[], random: () => number): string {
  return Object.keys(operation.input.properties ?? {})
    .filter(() => random() < 0.6)
    .map((name) => `${name}${random() < 0.1 ? "[]" : ""}=${partFor([...ids, "1", "word", "true"], random)}`)
    .join("&");
}

const CODES: ReadonlySet<string> = new Set(Object.keys(errors));

/** What is wrong with an answer: a fault of ours, or a shape that nobody declared. */
function faultOf(operation: Operation, path: string, { status }: Response, text: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `${status} with what is no JSON: ${text.slice(0, 100)}`;
  }
  const answer = path.startsWith("/rpc/") ? (body as { json?: unknown }).json : body;
  if (status < 300) {
    const checked = operation.output.safeParse(answer);
    return checked.success ? null : `${status} of another shape: ${checked.error.message.slice(0, 200)}`;
  }
  // What fails before a door is reached is answered plainly, whichever door it was.
  const { code, message } = (answer ?? body) as { code?: unknown; message?: unknown };
  return CODES.has(String(code)) && typeof message === "string"
    ? null
    : `${status} without a code of ours: ${text.slice(0, 200)}`;
}
