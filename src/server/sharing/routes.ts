import { signedIn } from "../base.ts";
import {
  acceptShare,
  blockSender,
  getAccess,
  listBlocked,
  listShared,
  unblockSender,
} from "./shared-with-me.ts";
import { endShare, listGuests, setRole } from "./shares.ts";
import { getPublication, listPublications, publish, unpublish } from "./publications.ts";

const { sharing } = signedIn;

export const sharingRoutes = {
  publications: sharing.publications.handler(async ({ context }) => ({
    publications: await listPublications(context, context.userId),
  })),
  publication: sharing.publication.handler(({ input, context }) =>
    getPublication(context, context.userId, input.noteId),
  ),
  publish: sharing.publish.handler(({ input: { noteId, ...change }, context }) =>
    publish(context, context.userId, noteId, change),
  ),
  unpublish: sharing.unpublish.handler(async ({ input, context }) => {
    await unpublish(context, context.userId, input.noteId);
    return {};
  }),

  withMe: sharing.withMe.handler(({ context }) => listShared(context.db, context.userId)),
  access: sharing.access.handler(({ input, context }) => getAccess(context.db, context.userId, input.noteId)),
  guestsOfNote: sharing.guestsOfNote.handler(async ({ input, context }) => ({
    guests: await listGuests(context.db, context.userId, input),
  })),
  guestsOfFolder: sharing.guestsOfFolder.handler(async ({ input, context }) => ({
    guests: await listGuests(context.db, context.userId, input),
  })),
  shareNote: sharing.shareNote.handler(({ input: { email, role, noteId }, context }) =>
    context.shares.invite(context.currentSession, { noteId }, email, role),
  ),
  shareFolder: sharing.shareFolder.handler(({ input: { email, role, folderId }, context }) =>
    context.shares.invite(context.currentSession, { folderId }, email, role),
  ),
  guestsOfCalendar: sharing.guestsOfCalendar.handler(async ({ input, context }) => ({
    guests: await listGuests(context.db, context.userId, input),
  })),
  shareCalendar: sharing.shareCalendar.handler(({ input: { email, role, calendarId }, context }) =>
    context.shares.invite(context.currentSession, { calendarId }, email, role),
  ),
  setRole: sharing.setRole.handler(async ({ input, context }) => {
    await setRole(context.db, context.userId, input.shareId, input.role);
    return {};
  }),
  accept: sharing.accept.handler(async ({ input, context }) => {
    await acceptShare(context.db, context.userId, input.shareId);
    return {};
  }),
  block: sharing.block.handler(async ({ input, context }) => {
    await blockSender(context.db, context.userId, input.shareId);
    return {};
  }),
  blocked: sharing.blocked.handler(async ({ context }) => ({
    senders: await listBlocked(context.db, context.userId),
  })),
  unblock: sharing.unblock.handler(async ({ input, context }) => {
    await unblockSender(context.db, context.userId, input.senderId);
    return {};
  }),
  end: sharing.end.handler(async ({ input, context }) => {
    await endShare(context.db, context.userId, input.shareId);
    return {};
  }),
};
