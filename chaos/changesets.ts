import { setTimeout as pause } from "node:timers/promises";
import * as Y from "yjs";
import type { Changeset } from "#contract/changesets.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { randomFrom } from "#testing/random.ts";
import { openNote } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { aVisitor } from "./process-pages.ts";
import { onBothPlaces, type Place, type StartPlace } from "./places.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const NOTES = 6;
const PARAGRAPHS = 8;
const KILL_EVERY_MS = 3_000;
const ANSWERS_BETWEEN = 5;
/** After so many a call is waited for. */
const KILLS_OF_A_CALL = 3;
const THINKING_MS = 500;
/** Of a call whose server died, until it is done: a database needs long to recover on a machine that does much else. */
const PATIENCE_MS = 240_000;

export const changesets: Trial = {
  name: "changesets",
  promise:
    "changes are proposed, accepted, refused and undone while people type in the same notes and servers are killed: all of a call or nothing, no word of anybody lost, and nothing of a model left once all is undone",
  unit: "changesets",
  full: 400,
  sample: 8,
  run: (context) => onBothPlaces(context, runAt),
};

type Ground = {
  place: Place;
  person: SignedInVisitor;
  noteIds: string[];
  originals: string[];
  failures: string[];
  kills: number;
  /** Calls that were answered. */
  answers: number;
  /** How many kills there had been when each call that waits was first made. */
  calls: Set<{ since: number }>;
};

async function runAt(
  startPlace: StartPlace,
  { amount, seed, log }: Pick<TrialContext, "amount" | "seed" | "log">,
): Promise<TrialOutcome> {
  const place = await startPlace({ LOG_LEVEL: "warn" });
  const stop = new AbortController();
  try {
    const ground = await prepare(place);
    const typing = ground.noteIds.map((noteId, index) =>
      type(ground, noteId, { seed: seed + index, stop: stop.signal }),
    );
    const killing = killUntil(ground, seed, stop.signal);
    const ids: string[] = [];
    // Two that decide at once, each about its own and about the other's.
    const half = (count: number, from: number) => decideMany(ground, { ids, count, seed: seed + from });
    const deciding = Promise.all([half(Math.ceil(amount / 2), 1_000), half(Math.floor(amount / 2), 2_000)]);
    const reviewing = deciding.finally(() => stop.abort());
    const all = Promise.all([killing, Promise.all(typing), reviewing]);
    // What breaks first is what is told, and only once nobody uses the place any more.
    await Promise.allSettled([all, killing, reviewing, ...typing]);
    const [kills, typed] = await all;
    log(`${amount} changesets, ${kills} kills, ${typed.flat().length} paragraphs typed`);
    return await outcomeOf(ground, { ids, typed, kills, amount, seed });
  } finally {
    stop.abort();
    await place.dispose();
  }
}

async function prepare(place: Place): Promise<Ground> {
  const person = await aVisitor(place, "reviewer");
  const originals: string[] = [];
  const noteIds: string[] = [];
  for (let index = 0; index < NOTES; index++) {
    const words = Array.from({ length: PARAGRAPHS }, (_, at) => `original${index}x${at}x`);
    originals.push(...words);
    const text = words.map((word) => `${word} stands here`).join("\n\n");
    noteIds.push(
      (await person.client.notes.create({ title: `Note ${index}`, body: { format: "markdown", text } })).id,
    );
  }
  return { place, person, noteIds, originals, failures: [], kills: 0, answers: 0, calls: new Set() };
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Repeated until somebody answers: a server that died comes back. Each call bears being repeated. */
async function insist<T>(ground: Ground, call: () => Promise<T>): Promise<T> {
  const own = { since: ground.kills };
  ground.calls.add(own);
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    try {
      const answer = await call();
      ground.answers++;
      ground.calls.delete(own);
      return answer;
    } catch (error) {
      const code = codeOf(error);
      const isAnswer =
        code !== undefined && !["INTERNAL_SERVER_ERROR", "INTERNAL", "UNAVAILABLE"].includes(code);
      if ((isAnswer && !/^E[A-Z]+$/.test(code)) || Date.now() > deadline) {
        ground.calls.delete(own);
        throw error;
      }
      await pause(200);
    }
  }
}

/** Somebody who types at the end and in the middle of a note, whoever dies meanwhile. @returns what was typed, all of it acknowledged */
async function type(
  { place, person }: Ground,
  noteId: string,
  { seed, stop }: { seed: number; stop: AbortSignal },
): Promise<string[]> {
  const random = randomFrom(seed);
  const typed: string[] = [];
  let doc: Y.Doc | undefined;
  for (let isWhole = false; !isWhole;) {
    const client = openNote(place, person, noteId, doc && { doc });
    doc = client.doc;
    const isGone = client.closed.then(() => true);
    let isOpen = !(await Promise.race([isGone, client.synced.then(() => false)]));
    while (isOpen && !stop.aborted) {
      const word = `typed${seed}x${typed.length}x`;
      typed.push(word);
      const place = random() < 0.5 ? undefined : someText(doc, random);
      if (place) place.insert(0, `${word} `);
      else client.write(`${word} by hand`);
      await pause(random() * 400);
      isOpen = !(await Promise.race([isGone, client.saved().then(() => false)]));
    }
    isWhole = isOpen && !(await Promise.race([isGone, client.saved().then(() => false)]));
    client.close();
    if (!isWhole) await pause(200);
  }
  return typed;
}

/** Of some paragraph, a model's included; not of one that may be taken out again at the same moment. */
function someText(doc: Y.Doc, random: () => number): Y.XmlText | undefined {
  const texts = doc
    .getXmlFragment(FRAGMENT)
    .toArray()
    .flatMap((block) => (block instanceof Y.XmlElement ? block.toArray() : []))
    .filter((text) => text instanceof Y.XmlText && !wordsOf(text).includes("put in"));
  return texts[Math.floor(random() * texts.length)] as Y.XmlText | undefined;
}

/**
 * Not before something was done since the last time, and no call is killed again and again: on a slow machine nothing else would happen.
 * @returns how often
 */
async function killUntil(ground: Ground, seed: number, stop: AbortSignal): Promise<number> {
  const pauseFor = (ms: number) => pause(ms, undefined, { signal: stop }).catch(() => {});
  const isLate = () => [...ground.calls].some(({ since }) => ground.kills - since >= KILLS_OF_A_CALL);
  for (; ; ground.kills++) {
    const turn = seed + ground.kills;
    const random = randomFrom(turn);
    const { answers } = ground;
    await pauseFor(500 + random() * KILL_EVERY_MS);
    while ((ground.answers < answers + ANSWERS_BETWEEN || isLate()) && !stop.aborted) await pauseFor(50);
    if (stop.aborted) return ground.kills;
    await ground.place.kill(turn, random() * 500);
  }
}

type Deciding = { ids: string[]; count: number; seed: number };

/** Where they came from stands between them, and may end within one. */
const wordsOf = (text: Y.XmlText) => text.toString().replaceAll(/<\/?origin[^>]*>/g, "");

async function decideMany(ground: Ground, { ids, count, seed }: Deciding): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const random = randomFrom(seed + turn);
    ids.push(await propose(ground, random, `model${seed + turn}x`));
    for (let decisions = 0; decisions < 5; decisions++) {
      const id = ids[Math.floor(random() * ids.length)]!;
      const way = (["apply", "apply", "undo", "refuse"] as const)[Math.floor(random() * 4)]!;
      await decide(ground, { id, way, isWhole: random() < 0.5, random });
    }
  }
}

/** A paragraph of three notes rewritten, one put in before it, a task and a tag. */
async function propose(ground: Ground, random: () => number, word: string): Promise<string> {
  const { client } = ground.person;
  const id = uuidV7();
  const record = {
    kind: "task",
    recordId: uuidV7(),
    action: "create",
    fields: { title: `task ${word}` },
  } as const;
  const chosen = ground.noteIds.toSorted(() => random() - 0.5).slice(0, 3);
  for (;;) {
    const notes = await Promise.all(chosen.map((noteId) => rewrite(ground, noteId, { random, word })));
    try {
      await insist(ground, () => client.changesets.propose({ id, title: word, notes, records: [record] }));
      return id;
    } catch (error) {
      if (codeOf(error) !== "CONFLICT") throw error;
      // It was made by a call whose answer was lost; else what was read is not known any more.
      if (await isMade(ground, id)) return id;
    }
  }
}

/** A model thinks about what it read, while people go on. */
async function rewrite(
  ground: Ground,
  noteId: string,
  { random, word }: { random: () => number; word: string },
) {
  const { client } = ground.person;
  const { text, seq } = await insist(ground, () => client.notes.body({ noteId, format: "markdown" }));
  await pause(random() * THINKING_MS);
  const blocks = text.trimEnd().split("\n\n");
  const at = Math.floor(random() * blocks.length);
  blocks[at] = `${blocks[at]!} ${word}`;
  blocks.splice(Math.floor(random() * blocks.length), 0, `put in ${word}`);
  return { noteId, text: blocks.join("\n\n"), baseSeq: seq };
}

const isMade = (ground: Ground, id: string): Promise<boolean> =>
  insist(ground, () => ground.person.client.changesets.get({ id })).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== "NOT_FOUND") throw error;
      return false;
    },
  );

type Decision = { id: string; way: "apply" | "undo" | "refuse"; isWhole: boolean; random: () => number };

async function decide(ground: Ground, { id, way, isWhole, random }: Decision): Promise<void> {
  const { client } = ground.person;
  const before = await insist(ground, () => client.changesets.get({ id }));
  const some = before.notes
    .filter(() => random() < 0.6)
    .map(({ noteId, parts }) => ({ noteId, parts: parts.flatMap((_, at) => (random() < 0.6 ? [at] : [])) }));
  const choice = isWhole ? {} : { notes: some, records: random() < 0.5 ? [0] : [] };
  await insist(ground, () => client.changesets[way]({ id, ...choice }));
  const after = await insist(ground, () => client.changesets.get({ id }));
  const waits = ({ notes, records }: Changeset) =>
    [...notes.flatMap(({ parts }) => parts), ...records].filter(({ state }) => state === "proposed").length;
  if (isWhole && way !== "undo" && waits(after) > 0)
    ground.failures.push(`${id}: ${waits(after)} parts wait after all were decided about`);
}

type Facts = { ids: string[]; typed: string[][]; kills: number; amount: number; seed: number };

async function outcomeOf(ground: Ground, { ids, typed, kills, amount, seed }: Facts): Promise<TrialOutcome> {
  const { person, noteIds, originals, failures } = ground;
  const { client } = person;
  const say = (line: string) => failures.push(`seed ${seed}: ${line}`);
  const kept = new Set<string>();
  // In any order.
  const random = randomFrom(seed);
  for (const id of ids.toSorted(() => random() - 0.5))
    await insist(ground, () => client.changesets.undo({ id }));
  for (const id of ids) {
    const { title, notes, records } = await insist(ground, () => client.changesets.get({ id }));
    const states = [...notes.flatMap(({ parts }) => parts), ...records].map(({ state }) => state);
    if (states.includes("applied")) say(`${title} was not undone`);
    if (states.includes("kept")) kept.add(title);
  }
  const texts = await Promise.all(
    noteIds.map(async (noteId) => (await client.notes.body({ noteId, format: "markdown" })).text),
  );
  const counts = (words: readonly string[], text: string) =>
    words.map((word) => ({ word, count: text.split(word).length - 1 }));
  const all = [
    ...counts(originals, texts.join("\n")),
    ...typed.flatMap((words, at) => counts(words, texts[at]!)),
  ];
  const lost = all.filter(({ count }) => count === 0);
  const doubled = all.filter(({ count }) => count > 1);
  for (const { word } of lost) say(`${word} is lost`);
  for (const { word } of doubled) say(`${word} is there twice`);
  const left = [...new Set(texts.join("\n").match(/model\d+x/g) ?? [])].filter((word) => !kept.has(word));
  if (left.length > 0) say(`left of a model: ${left.join(", ")}`);
  const tasks = (await insist(ground, () => client.tasks.list({ limit: 500 }))).tasks.filter(
    ({ title }) => !kept.has(title.slice(5)),
  );
  if (tasks.length > 0) say(`tasks left: ${tasks.map(({ title }) => title).join(", ")}`);
  return {
    done: amount,
    lost: lost.length,
    doubled: doubled.length,
    figures: { kills, "paragraphs typed": typed.flat().length, "kept for somebody's words": kept.size },
    failures: failures.slice(0, 8),
  };
}
