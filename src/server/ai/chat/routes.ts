import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import { type Context, signedIn } from "../../base.ts";
import { notFound } from "../../failure.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { asFailure } from "../providers/make-images.ts";
import { type Asked, writeAnotherAnswer, writeQuestion } from "./ask.ts";
import { contextFor } from "./context.ts";
import { isForPage, waitForPage } from "./for-page.ts";
import { knownZone } from "../providers/known-zone.ts";
import { mindToSent, pictureToSent, toSent } from "./passages-told.ts";
import { decide } from "./operator-hands.ts";
import { filesOfQuestion, picturesOf } from "./question-files.ts";
import { changedCitations } from "./receipts.ts";
import { listThreads, readThread } from "./thread-rows.ts";
import { removeThread, restoreThread, updateThread } from "./threads.ts";
import { modelOf } from "./write-answer.ts";

const { chat } = signedIn;

/** The id of no chat. */
const EVERYWHERE = "00000000-0000-0000-0000-000000000000";

/** A person asks no faster; a script that does waits. */
const QUESTIONS: Limit = { max: 120, windowMinutes: 10 };
const mayAsk = ({ db, userId }: Context & { userId: string }) =>
  consumeAttempt(db.authPool, `chat:${userId}`, QUESTIONS);

async function begin(
  { answers, db, userId }: Context & { userId: string },
  { whole, isNew }: Asked,
  wanted: { answerId: string; timeZone?: string | undefined; isPlain?: boolean },
) {
  const { answerId, timeZone = "UTC", isPlain = false } = wanted;
  if (!isNew) return whole;
  if (isForPage(whole, answerId, isPlain)) await waitForPage(db, userId, answerId);
  else answers.begin({ userId, threadId: whole.thread.id, answerId, timeZone: knownZone(timeZone), isPlain });
  return whole;
}

export const chatRoutes = {
  list: chat.list.handler(async ({ input, context }) => ({
    threads: await listThreads(context.db, context.userId, input),
  })),
  get: chat.get.handler(async ({ input: { threadId }, context }) => {
    await context.answers.save(threadId);
    return readThread(context.db, context.userId, threadId);
  }),
  ask: chat.ask.handler(async ({ input, context }) => {
    await mayAsk(context);
    return begin(context, await writeQuestion(context.db, context.userId, input), input);
  }),
  again: chat.again.handler(async ({ input, context }) => {
    await mayAsk(context);
    return begin(context, await writeAnotherAnswer(context.db, context.userId, input), input);
  }),
  stop: chat.stop.handler(async ({ input, context }) => {
    await context.answers.stop(context.userId, input.messageId);
    return {};
  }),
  decide: chat.decide.handler(async ({ input, context }) => {
    await decide(context.db, context.userId, input);
    return {};
  }),
  update: chat.update.handler(({ input, context }) => updateThread(context.db, context.userId, input)),
  remove: chat.remove.handler(async ({ input, context }) => {
    await removeThread(context.db, context.userId, input.threadId);
    return {};
  }),
  restore: chat.restore.handler(async ({ input, context }) => {
    await restoreThread(context.db, context.userId, input.threadId);
    return {};
  }),
  preview: chat.preview.handler(async ({ input: { text, scope, threadId, fileIds }, context, signal }) => {
    await mayAsk(context);
    const thread = threadId ? (await readThread(context.db, context.userId, threadId)).thread : null;
    const model = await modelOf(context, context.userId, thread?.providerId ?? null).catch(asFailure);
    const within = scope ?? thread?.scope ?? {};
    const reach = model ? reachOf(model) : ("nowhere" as const);
    const all = [...(within.fileIds ?? []), ...fileIds];
    const about = { fileIds: all, reach, seesPictures: model !== null, signal: null };
    const { files } = await filesOfQuestion(context, context.userId, about);
    const asked = {
      question: text,
      earlier: null,
      scope: within,
      files,
      threadId: threadId ?? EVERYWHERE,
      reach,
      host: model?.host ?? "",
      signal: signal ?? null,
    };
    const { passages, ...mind } = await contextFor(context, context.userId, asked);
    return {
      model: model && { provider: model.provider, host: model.host, name: model.model },
      passages: [
        ...(model ? picturesOf(files).map(pictureToSent) : []),
        ...passages.map(toSent),
        ...(model ? mindToSent(mind) : []),
      ],
    };
  }),
  sent: chat.sent.handler(async ({ input, context }) => {
    const [row] = await context.db.queryAs<{ sent: ReturnType<typeof toSent>[] }>(
      context.userId,
      "SELECT sent FROM chat_messages WHERE id = $1 AND user_id = $2",
      [input.messageId, context.userId],
      "sent-passages",
    );
    if (!row) throw notFound();
    return { passages: row.sent };
  }),
  receipts: chat.receipts.handler(async ({ input, context }) => ({
    changed: await changedCitations(context, context.userId, input.threadId),
  })),
};
