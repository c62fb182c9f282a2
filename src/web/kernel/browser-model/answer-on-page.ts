import { PAGE_PART_MAX, type PageEnding } from "#contract/wire/page-model.ts";
import { browserTimeZone } from "../../lib/dates.ts";
import { rpc } from "../../platform/rpc.ts";
import { createSession, endingOf, type Prompt } from "./language-model.ts";

/** Words go to the server so often; without any, it is told that this page still lives. */
const SEND_MS = 250;
const BEAT_MS = 4_000;
/** The server calls an answer interrupted that it hears nothing of for 20 s. */
const TRIES = 4;

type Message = { role: Prompt["role"]; text: string };
const toPrompt = ({ role, text }: Message): Prompt => ({ role, content: text });

/** Has this browser's model answer; its words pass the server, which checks their citations and shows them. */
export async function answerOnPage(answerId: string): Promise<void> {
  const timeZone = browserTimeZone();
  const { messages } = await rpc.pageModel.prepareAnswer({ answerId, timeZone });
  if (!messages) return;
  const post = new Post(answerId);
  try {
    for await (const words of wordsOf(messages, post.signal)) post.add(words);
    await post.end("done");
  } catch (error) {
    // Nobody wants it any more.
    if (!post.signal.aborted) await post.end(endingOf(error));
  }
}

/** @throws what the browser throws */
export async function* wordsOf(messages: readonly Message[], signal: AbortSignal): AsyncGenerator<string> {
  const session = await createSession(messages.slice(0, -1).map(toPrompt), signal);
  try {
    const reader = session.promptStreaming(messages.at(-1)!.text, { signal }).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    session.destroy();
  }
}

/** Sends words in their order, one call at a time. */
class Post {
  private words = "";
  private sent = 0;
  private readonly leave = new AbortController();
  private readonly timer: ReturnType<typeof setInterval>;
  private sending: Promise<void> = Promise.resolve();
  private isSending = false;
  private heardAt = performance.now();
  private readonly answerId: string;

  constructor(answerId: string) {
    this.answerId = answerId;
    this.timer = setInterval(() => this.sendSome(), SEND_MS);
  }

  get signal(): AbortSignal {
    return this.leave.signal;
  }

  add(words: string): void {
    this.words += words;
  }

  async end(ending: PageEnding): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    while (this.words.length - this.sent > PAGE_PART_MAX && !this.leave.signal.aborted) await this.send();
    if (!this.leave.signal.aborted) await this.send(ending);
  }

  private sendSome(): void {
    const isDue = this.words.length > this.sent || performance.now() - this.heardAt > BEAT_MS;
    if (this.isSending || !isDue) return;
    this.isSending = true;
    this.sending = this.send().finally(() => {
      this.isSending = false;
    });
  }

  private async send(end?: PageEnding): Promise<void> {
    const { answerId, sent: at } = this;
    const text = this.words.slice(at, at + PAGE_PART_MAX);
    for (let tries = 1; ; tries += 1) {
      try {
        const { isWanted } = await rpc.pageModel.addWords({ answerId, at, text, ...(end && { end }) });
        this.sent = at + text.length;
        this.heardAt = performance.now();
        if (!isWanted) this.giveUp();
        return;
      } catch {
        if (tries === TRIES) return this.giveUp();
        await new Promise((done) => setTimeout(done, 500 * tries));
      }
    }
  }

  private giveUp(): void {
    clearInterval(this.timer);
    this.leave.abort();
  }
}
