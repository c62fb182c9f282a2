/** Opens the note of the day, which is made when there is none; its code comes when it is asked for. */
export async function openToday(): Promise<void> {
  const { goToDay } = await import("../../features/templates/template-actions.ts");
  await goToDay(0);
}
