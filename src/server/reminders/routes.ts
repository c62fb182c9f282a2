import { signedIn } from "../base.ts";
import { dismissReminder, snoozeReminder, updateReminder } from "./change-reminders.ts";
import { testChannel } from "./deliver.ts";
import { dueReminders, listReminders } from "./list-reminders.ts";
import { listDevices, subscribe, unsubscribe } from "./push-devices.ts";
import { createReminder, getReminder, removeReminder } from "./reminders.ts";

const { reminders } = signedIn;

export const reminderRoutes = {
  list: reminders.list.handler(({ input, context }) => listReminders(context.db, context.userId, input)),
  due: reminders.due.handler(async ({ context }) => ({
    reminders: await dueReminders(context.db, context.userId),
  })),
  get: reminders.get.handler(({ input, context }) =>
    getReminder(context.db, context.userId, input.reminderId),
  ),
  create: reminders.create.handler(({ input, context }) => createReminder(context.db, context.userId, input)),
  update: reminders.update.handler(({ input: { reminderId, ...given }, context }) =>
    updateReminder(context.db, context.userId, reminderId, given),
  ),
  snooze: reminders.snooze.handler(({ input: { reminderId, ...until }, context }) =>
    snoozeReminder(context.db, context.userId, reminderId, until),
  ),
  dismiss: reminders.dismiss.handler(({ input: { reminderId, ...how }, context }) =>
    dismissReminder(context.db, context.userId, reminderId, how),
  ),
  remove: reminders.remove.handler(async ({ input, context }) => {
    await removeReminder(context.db, context.userId, input.reminderId);
    return {};
  }),
  pushKey: reminders.pushKey.handler(({ context }) => ({ key: context.pushKey.publicKey })),
  devices: reminders.devices.handler(async ({ context }) => ({
    devices: await listDevices(context.db, context.userId),
  })),
  subscribe: reminders.subscribe.handler(async ({ input, context }) => {
    await subscribe(context.db, context.userId, input);
    return {};
  }),
  unsubscribe: reminders.unsubscribe.handler(async ({ input, context }) => {
    await unsubscribe(context.db, context.userId, input.endpoint);
    return {};
  }),
  test: reminders.test.handler(({ input, context }) => testChannel(context, context.userId, input.channel)),
};
