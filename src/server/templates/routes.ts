import { signedIn } from "../base.ts";
import { listTemplates, removeTemplate, saveTemplate } from "./templates.ts";

const { templates } = signedIn;

export const templateRoutes = {
  list: templates.list.handler(async ({ context }) => ({
    templates: await listTemplates(context.db, context.userId),
  })),
  save: templates.save.handler(({ input, context }) => saveTemplate(context.db, context.userId, input)),
  remove: templates.remove.handler(async ({ input, context }) => {
    await removeTemplate(context.db, context.userId, input.templateId);
    return {};
  }),
};
