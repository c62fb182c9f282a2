import { open } from "../base.ts";

export const contactRoutes = {
  begin: open.contact.begin.handler(({ context }) => context.contact.begin(context.request.ip)),

  send: open.contact.send.handler(async ({ input, context }) => {
    await context.contact.send(context.request.ip, input);
    return {};
  }),
};
