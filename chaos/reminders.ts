import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#testing/random.ts";
import { startReceiver } from "#testing/servers/push-browser.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { allowed } from "./patience.ts";
import { aVisitor } from "./process-pages.ts";
import { onBothPlaces, type Place, type StartPlace } from "./places.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

/** Reminders that come due in a second. */
const A_SECOND = 15;
/** Between two kills. */
const KILL_EVERY_MS = 4_000;
const PEOPLE = 5;
/** The queue's pauses between tries, and a look after the last. */
const DELIVERED_WITHIN_MS = 60_000;

export const reminders: Trial = {
  name: "reminders",
  promise:
    "a server with its database, then two nodes on one, killed while reminders come due: each rings, and each message of it is one message",
  unit: "reminders",
  full: 1_000,
  sample: 60,
  run: (context) => onBothPlaces(context, runAt),
};

type Message = { id: string; count: number; reminders: { reminderId: string }[] };
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function runAt(
  startPlace: StartPlace,
  { amount, seed, log }: Pick<TrialContext, "amount" | "seed" | "log">,
): Promise<TrialOutcome> {
  const receiver = await startReceiver();
  const place = await startPlace({ LOG_LEVEL: "warn", EGRESS_ALLOW: `127.0.0.1:${receiver.port}` });
  try {
    const people = await peopleWithWebhooks(place, receiver);
    const begins = Date.now() + 5_000;
    const seconds = Math.ceil(amount / A_SECOND);
    await plant(people, amount, begins);
    const kills = await killUntil(place, begins + seconds * 1_000, seed);
    await delivered(people, receiver, amount);
    log(`${amount} reminders, ${kills} kills, ${receiver.received.length} messages`);
    return await outcomeOf(people, receiver, { amount, kills, seed });
  } finally {
    await place.dispose();
    await receiver.close();
  }
}

async function peopleWithWebhooks(server: Place, receiver: Receiver): Promise<SignedInVisitor[]> {
  const people: SignedInVisitor[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const person = await aVisitor(server, `reminded-${index}`);
    const webhook = { url: receiver.url(`/${index}`), kind: "json" } as const;
    await person.client.preferences.update({ settings: { reminders: { webhook } } });
    people.push(person);
  }
  return people;
}

async function plant(people: SignedInVisitor[], amount: number, begins: number): Promise<void> {
  await Promise.all(
    people.map(async (person, index) => {
      const { id: noteId } = await person.client.notes.create({ title: `Of ${index}` });
      for (let n = index; n < amount; n += PEOPLE) {
        const reminderDate = new Date(begins + (n / A_SECOND) * 1_000).toISOString();
        await person.client.reminders.create({ noteId, reminderDate });
      }
    }),
  );
}

async function killUntil(place: Place, ends: number, seed: number): Promise<number> {
  let kills = 0;
  while (Date.now() < ends) {
    const random = randomFrom(seed + kills);
    await pause(random() * KILL_EVERY_MS);
    await place.kill(seed + kills, random() * 1_000);
    kills += 1;
  }
  return kills;
}

/** Messages arrive at least once: those of one key are one. */
function messagesOf(receiver: Receiver): { messages: Message[]; failures: string[] } {
  const byKey = new Map<string, string>();
  const failures: string[] = [];
  for (const { headers, body } of receiver.received) {
    const key = String(headers["idempotency-key"]);
    const text = body.toString();
    if ((byKey.get(key) ?? text) !== text) failures.push(`two messages of the key ${key}`);
    byKey.set(key, text);
  }
  return { messages: [...byKey.values()].map((text) => JSON.parse(text) as Message), failures };
}

const rungIn = (messages: Message[]) => messages.reduce((sum, { count }) => sum + count, 0);

async function delivered(people: SignedInVisitor[], receiver: Receiver, amount: number): Promise<void> {
  const until = Date.now() + allowed(DELIVERED_WITHIN_MS);
  while (Date.now() < until) {
    if (rungIn(messagesOf(receiver).messages) >= amount) break;
    await pause(500);
  }
  // What would come twice comes now.
  await pause(2_000);
  await people[0]!.client.reminders.list({ limit: 1 });
}

type Facts = { amount: number; kills: number; seed: number };

async function outcomeOf(
  people: SignedInVisitor[],
  receiver: Receiver,
  { amount, kills, seed }: Facts,
): Promise<TrialOutcome> {
  const { messages, failures } = messagesOf(receiver);
  const rung = rungIn(messages);
  const named = messages.flatMap(({ reminders: items }) => items.map(({ reminderId }) => reminderId));
  let open = 0;
  for (const person of people)
    open += (await person.client.reminders.list({ status: "pending", limit: 500 })).reminders.length;
  if (open > 0) failures.push(`seed ${seed}: ${open} reminders never rang`);
  if (new Set(named).size < named.length) failures.push(`seed ${seed}: a reminder is in two messages`);
  return {
    done: amount,
    lost: Math.max(amount - rung, 0),
    doubled: Math.max(rung - amount, 0),
    figures: { kills, messages: messages.length, "sent again": receiver.received.length - messages.length },
    failures: failures.slice(0, 5),
  };
}
