import { signedIn } from "../base.ts";
import { takeCommentRoom } from "./comment-room.ts";
import {
  createThread,
  editComment,
  listThreads,
  peopleOfNote,
  removeComment,
  reply,
  resolveThread,
} from "./comments.ts";

const { comments } = signedIn;

export const commentRoutes = {
  people: comments.people.handler(async ({ input, context }) => ({
    people: await peopleOfNote(context.db, context.userId, input.noteId),
  })),
  list: comments.list.handler(({ input, context }) => listThreads(context.db, context.userId, input.noteId)),
  begin: comments.begin.handler(async ({ input, context }) => {
    await takeCommentRoom(context, input.noteId, input.text);
    return createThread(context.db, context.collab, context.userId, input);
  }),
  reply: comments.reply.handler(async ({ input, context }) => {
    await takeCommentRoom(context, input.threadId, input.text);
    return reply(context.db, context.userId, input);
  }),
  edit: comments.edit.handler(async ({ input, context }) => {
    await takeCommentRoom(context, input.commentId, input.text);
    return editComment(context.db, context.userId, input);
  }),
  remove: comments.remove.handler(async ({ input, context }) => {
    await removeComment(context.db, context.userId, input.commentId);
    return {};
  }),
  resolve: comments.resolve.handler(({ input, context }) => resolveThread(context.db, context.userId, input)),
};
