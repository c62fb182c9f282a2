import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Debian's packages of the programs that people use, and what says that they are there. */
const PACKAGES = { vdirsyncer: "vdirsyncer", khal: "khal", todoman: "todoman" };

/** @throws Error that says what to install */
export function ensureCaldavClients(): void {
  if (areThere()) return;
  process.stdout.write("The CalDAV programs of Debian are not there; installing them...\n");
  const packages = [...Object.values(PACKAGES), "python3-caldav"];
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { stdio: "inherit" });
  if (!areThere())
    throw new Error(
      `These tests need real programs: apt-get install ${packages.join(" ")} (as root, on Debian or Ubuntu).`,
    );
}

const areThere = () =>
  Object.keys(PACKAGES).every((name) => spawnSync(`/usr/bin/${name}`, ["--version"], ENV).status === 0) &&
  spawnSync("/usr/bin/python3", ["-c", "import caldav"], ENV).status === 0;

const ENV = { env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" } };

export type Account = { url: string; userName: string; secret: string };

/** A person's computer: a folder of calendars that vdirsyncer keeps like those of the server, which khal and todoman read and write. */
export class Computer {
  readonly folder: string;
  readonly #account: Account;

  constructor(folder: string, account: Account) {
    this.folder = folder;
    this.#account = account;
    mkdirSync(join(folder, "status"), { recursive: true });
    writeFileSync(join(folder, "vdirsyncer"), vdirsyncerConfig(folder, account));
    writeFileSync(
      join(folder, "todoman.py"),
      `path = "${folder}/calendars/*"\ntime_format = "%H:%M"\ndate_format = "%Y-%m-%d"\ncache_path = "${folder}/todoman-cache"\ndefault_due = 0\n`,
    );
  }

  run(program: string, args: string[], input = ""): Promise<{ code: number; output: string }> {
    const env = { ...ENV.env, HOME: this.folder, TZ: "Europe/Oslo" };
    const child = spawn(`/usr/bin/${program}`, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => (output += part));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? -1, output }));
    });
  }

  async #must(program: string, args: string[], input = ""): Promise<string> {
    const { code, output } = await this.run(program, args, input);
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output}`);
    return output;
  }

  discover = () =>
    this.#must("vdirsyncer", ["-c", join(this.folder, "vdirsyncer"), "discover"], "y\n".repeat(20));
  sync = () => this.#must("vdirsyncer", ["-c", join(this.folder, "vdirsyncer"), "sync"]);
  /** Of a conflict it says so and ends otherwise. */
  trySync = () => this.run("vdirsyncer", ["-c", join(this.folder, "vdirsyncer"), "sync"]);
  metasync = () => this.#must("vdirsyncer", ["-c", join(this.folder, "vdirsyncer"), "metasync"]);

  khal(args: string[]): Promise<string> {
    writeFileSync(
      join(this.folder, "khal"),
      `[calendars]\n[[all]]\npath = ${this.folder}/calendars/*\ntype = discover\n[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\nlocal_timezone = Europe/Oslo\ndefault_timezone = Europe/Oslo\n[sqlite]\npath = ${this.folder}/khal.db\n`,
    );
    return this.#must("khal", ["-c", join(this.folder, "khal"), ...args]);
  }

  todoman = (args: string[]) => this.#must("todoman", ["--config", join(this.folder, "todoman.py"), ...args]);

  /** A script with `client`, a DAVClient of python3-caldav that is signed in. */
  python(script: string): Promise<string> {
    const { url, userName, secret } = this.#account;
    const head = `import caldav, json, datetime\nclient = caldav.DAVClient(url=${JSON.stringify(`${url}/dav/`)}, username=${JSON.stringify(userName)}, password=${JSON.stringify(secret)})\n`;
    return this.#must("python3", ["-c", head + script]);
  }

  /** Files of a calendar, by the name that they have here. */
  files(collection: string): Map<string, string> {
    const folder = join(this.folder, "calendars", collection);
    const names = readdirSync(folder).filter((name) => name.endsWith(".ics"));
    return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  }

  write(collection: string, name: string, text: string): void {
    writeFileSync(join(this.folder, "calendars", collection, name), text);
  }

  remove(collection: string, name: string): void {
    rmSync(join(this.folder, "calendars", collection, name));
  }
}

const vdirsyncerConfig = (folder: string, { url, userName, secret }: Account) => `[general]
status_path = "${folder}/status"

[pair cairn]
a = "here"
b = "there"
collections = ["from a", "from b"]
metadata = ["displayname", "color"]
conflict_resolution = null

[storage here]
type = "filesystem"
path = "${folder}/calendars"
fileext = ".ics"

[storage there]
type = "caldav"
url = "${url}"
username = "${userName}"
password = "${secret}"
`;
