import { randomUUID } from "node:crypto";
import * as Y from "yjs";
import { noteAddress } from "#contract/wire/socket.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { type Browser, type Change, createBrowser, type Tab } from "./converge-browser.ts";
import type { Cluster } from "./converge-cluster.ts";
import { countTokens, createTokens, editOnce, showEditor } from "./converge-edits.ts";
import { difference, expectedDoc, insertedTexts, judgeTokens, readStored } from "./converge-oracle.ts";

/** What went on in one schedule, and what is wrong after it. */
export type ScheduleOutcome = {
  steps: Record<string, number>;
  tokens: number;
  hidden: number;
  lost: number;
  doubled: number;
  copied: number;
  failures: string[];
};

/** Patience, not a promise: a restart takes seconds, longer on a busy machine, and who is apart for good stays so. */
const AGREED_WITHIN_MS = 45_000;
/** How long a person looks at an empty page before turning to another. */
const PATIENCE_MS = 40;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Two to six browsers of one person write in one note while everything that may go wrong goes wrong. */
export class Schedule {
  private readonly cluster: Cluster;
  private readonly owner: SignedInVisitor;
  private readonly random: () => number;
  private readonly tokens = createTokens();
  private readonly noteId = randomUUID();
  private readonly browsers: Browser[] = [];
  private readonly tabs = new Map<Browser, Tab[]>();
  private readonly changes: Change[] = [];
  private readonly typed = new Map<string, { change: Change; copies: number }>();
  private readonly steps: Record<string, number> = {};
  private readonly failures: string[] = [];
  private isCalm = false;

  constructor(cluster: Cluster, owner: SignedInVisitor, seed: number) {
    this.cluster = cluster;
    this.owner = owner;
    this.random = randomFrom(seed);
  }

  async run(): Promise<ScheduleOutcome> {
    const { random } = this;
    const wireSeed = Math.floor(random() * 2 ** 31);
    const size = 2 + Math.floor(random() * 5);
    for (let index = 0; index < size; index++) {
      const node = Math.floor(random() * this.cluster.nodes.length);
      const browser = createBrowser({
        node: `node ${node}`,
        url: () => this.cluster.nodes[node]!.url,
        visitor: this.owner,
        faults: () => (this.isCalm ? { double: 0, swap: 0 } : { double: 0.1, swap: 0.15 }),
        // Of its own: how many frames there are is a matter of time, and must not change the steps.
        random: randomFrom(wireSeed + index),
      });
      this.browsers.push(browser);
      this.tabs.set(browser, []);
    }
    await this.createNote();
    for (const browser of this.browsers)
      if (this.tabs.get(browser)!.length === 0) await this.openTab(browser);
    const length = 12 + Math.floor(random() * 20);
    for (let step = 0; step < length; step++) {
      await this.step();
      // Most steps come faster than any network.
      await pause(0);
    }
    await this.settle();
    const verdict = await this.judge();
    for (const tab of this.allTabs()) tab.die();
    return { steps: this.steps, tokens: this.typed.size, ...verdict, failures: this.failures };
  }

  /** By the server, or by the first browser while it is offline. */
  private async createNote(): Promise<void> {
    const input = { id: this.noteId, title: "Schedule" };
    if (this.random() < 0.8) {
      // Another schedule may be restarting the server.
      while (!(await this.owner.client.notes.create(input).catch(() => null))) await pause(20);
      return;
    }
    this.count("made offline");
    const [browser] = this.browsers;
    browser!.goOffline();
    const tab = await this.openTab(browser!);
    await tab.device.outbox.enqueue({ path: ["notes", "create"], input });
    await this.write(tab);
    browser!.goOnline();
    // Nobody else knows of the note before it is on the server.
    while (tab.device.outbox.pending() > 0) await pause(5);
  }

  private count(step: string): void {
    this.steps[step] = (this.steps[step] ?? 0) + 1;
  }

  private allTabs(): Tab[] {
    return [...this.tabs.values()].flat();
  }

  private async openTab(browser: Browser): Promise<Tab> {
    const tab = await browser.openTab(this.noteId, this.changes);
    this.tabs.get(browser)!.push(tab);
    return tab;
  }

  private async step(): Promise<void> {
    const { random } = this;
    const browser = this.browsers[Math.floor(random() * this.browsers.length)]!;
    const tabs = this.tabs.get(browser)!;
    const tab = tabs[Math.floor(random() * tabs.length)];
    const chance = random() * 100;
    if (chance < 62) return tab ? this.write(tab) : void (await this.openTab(browser));
    if (chance < 72) {
      this.count(browser.isOnline ? "offline" : "online");
      return browser.isOnline ? browser.goOffline() : browser.goOnline();
    }
    if (chance < 79 && tab) return this.reload(browser, tab);
    if (chance < 83) {
      this.count("another tab");
      return void (await this.openTab(browser));
    }
    if (chance < 86 && tab) {
      this.count("tab closed");
      this.tabs.set(
        browser,
        tabs.filter((other) => other !== tab),
      );
      return tab.die();
    }
    if (chance < 95) return pause(random() * 12);
    await this.serverStep();
  }

  private async serverStep(): Promise<void> {
    const { random } = this;
    const node = this.cluster.nodes[Math.floor(random() * this.cluster.nodes.length)]!;
    const chance = random();
    const { collab } = node.services();
    if (chance < 0.04) {
      this.count("server restart");
      await node.restart();
    } else if (chance < 0.4) {
      this.count("compaction");
      await collab.compact(this.noteId, this.owner.userId);
    } else if (chance < 0.6) {
      this.count("derivation");
      await collab.derivation.deriveNow(this.noteId, this.owner.userId).catch(() => {});
    } else await this.writeFromServer(node);
  }

  /** As the API and the import do: a change that no socket brought. */
  private async writeFromServer(node: Cluster["nodes"][number]): Promise<void> {
    const doc = new Y.Doc();
    const token = this.tokens.next();
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.insert(0, [new Y.XmlText(`server ${token} `)]);
    doc.getXmlFragment(FRAGMENT).insert(0, [paragraph]);
    const update = Y.encodeStateAsUpdate(doc);
    const { collab } = node.services();
    const append = {
      noteId: this.noteId,
      actorId: this.owner.userId,
      payload: update,
      via: "server",
    } as const;
    // Refused before an offline note is there, and while the node restarts: then nothing was promised.
    const isKept = await collab.appendUpdate({ ...append, schemaVersion: SCHEMA_VERSION }).then(
      () => true,
      () => false,
    );
    this.count(isKept ? "server writes" : "server refuses");
    const change = { update, isOnDisk: true, isLostWithPage: !isKept };
    this.changes.push(change);
    this.typed.set(token, { change, copies: 1 });
  }

  private async write(tab: Tab): Promise<void> {
    for (let wait = 0; !tab.state.isReady && wait < PATIENCE_MS; wait += 5) await pause(5);
    if (!tab.state.isReady || !tab.state.isEditable) return this.count("not ready");
    for (let round = 1 + Math.floor(this.random() * 4); round > 0; round--) {
      const from = this.changes.length;
      const name = editOnce(tab.doc, this.random, this.tokens);
      if (name) this.count(name);
      for (const change of this.changes.slice(from)) this.noteTokens(change);
    }
  }

  private noteTokens(change: Change): void {
    for (const token of countTokens(insertedTexts(change.update).join("")).keys()) {
      const known = this.typed.get(token);
      if (known) known.copies += 1;
      else this.typed.set(token, { change, copies: 1 });
    }
  }

  private async reload(browser: Browser, tab: Tab): Promise<void> {
    this.count("reload");
    tab.die();
    const others = this.tabs.get(browser)!.filter((other) => other !== tab);
    this.tabs.set(browser, others);
    await this.openTab(browser);
  }

  /** Everybody comes back, and time passes until all say "Saved" and agree. */
  private async settle(): Promise<void> {
    this.isCalm = true;
    for (const browser of this.browsers) {
      browser.goOnline();
      if (this.tabs.get(browser)!.length === 0) await this.openTab(browser);
    }
    const deadline = Date.now() + AGREED_WITHIN_MS;
    // Once everybody has everything, the editors may still have something to mend, which goes round again.
    for (let round = 0; round < 3; round++) {
      while (!this.isAgreed()) {
        if (Date.now() > deadline) return void this.failures.push(await this.describeDisagreement());
        await pause(8);
      }
      const before = this.changes.length;
      for (const tab of this.allTabs()) showEditor(tab.doc);
      if (this.changes.length === before) return;
    }
  }

  private isAgreed(): boolean {
    const tabs = this.allTabs();
    if (tabs.some((tab) => tab.state.save.kind !== "saved")) return false;
    const [first, ...others] = tabs.map((tab) => Y.snapshot(tab.doc));
    return others.every((other) => Y.equalSnapshots(first!, other));
  }

  /** For each copy how many changes it lacks of those in the database, and where each page says its text stands. */
  private async describeDisagreement(): Promise<string> {
    const { now } = await readStored(this.cluster.pool, this.noteId);
    const lacks = (doc: Y.Doc) => {
      const has = Y.decodeStateVector(Y.encodeStateVector(doc));
      const all = [...Y.decodeStateVector(Y.encodeStateVector(now))];
      return all.reduce((sum, [client, clock]) => sum + Math.max(0, clock - (has.get(client) ?? 0)), 0);
    };
    const tabs = this.browsers.flatMap((browser, index) =>
      this.tabs.get(browser)!.map((tab) => {
        const { save, connection } = tab.state;
        return `browser ${index} at ${browser.node}: ${save.kind}, ${connection}, ${tab.device.socket.status()}, lacks ${lacks(tab.doc)}`;
      }),
    );
    const nodes = this.openDocs().map(([name, doc]) => `${name} lacks ${lacks(doc)}`);
    return `no agreement within ${AGREED_WITHIN_MS} ms: ${[...tabs, ...nodes].join("; ")}`;
  }

  private openDocs(): [string, Y.Doc][] {
    return this.cluster.nodes.flatMap((node, index) => {
      const open = node.services().collab.hocuspocus.documents.get(noteAddress(this.noteId));
      return open ? [[`node ${index}`, open]] : [];
    });
  }

  private async judge(): Promise<{ lost: number; doubled: number; copied: number; hidden: number }> {
    const { now, ever, faults } = await this.compare();
    if (faults.length > 0) this.failures.push(`not what was written: ${faults.join("; ")}`);
    const verdict = judgeTokens({ typed: this.typed, final: now, ever });
    if (verdict.lost.length > 0) this.failures.push(`lost ${verdict.lost.join(" ")}`);
    if (verdict.doubled.length > 0) this.failures.push(`doubled ${verdict.doubled.join(" ")}`);
    return {
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      copied: verdict.copied,
      hidden: verdict.hidden,
    };
  }

  /**
   * Every copy against what was written, until they are the same or time is up: what a page sent in its last moment may
   * still be on its way through a server.
   */
  private async compare(): Promise<{ now: Y.Doc; ever: string; faults: string[] }> {
    for (const deadline = Date.now() + AGREED_WITHIN_MS; ; await pause(100)) {
      const { now, ever } = await readStored(this.cluster.pool, this.noteId);
      const expected = expectedDoc(this.changes, now);
      const places: [string, Y.Doc][] = this.allTabs().map((tab, index) => [`tab ${index}`, tab.doc]);
      places.push(...this.openDocs());
      places.push(["database", now]);
      const faults = places.flatMap(([place, doc]) => {
        const fault = difference(doc, expected);
        return fault ? [`${place}: ${fault}`] : [];
      });
      if (faults.length === 0 || Date.now() > deadline) return { now, ever, faults };
    }
  }
}
