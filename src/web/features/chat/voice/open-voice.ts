import type { EarsPlace, Tasks } from "../../../kernel/speech/hearing/ears-place.ts";

/** What a conversation needs, which is fetched when it begins. */
export async function openVoice(place: EarsPlace, tasks: Tasks, isByHand: boolean) {
  // Before the first answer is there.
  void import("./voice-lines.tsx").catch(() => {});
  const [{ VoiceSession }, { earsOf }, { mouthOf }, { AsItComes }] = await Promise.all([
    import("./voice-session.ts"),
    import("../../../kernel/speech/hearing/open-ears.ts"),
    import("../../../kernel/speech/saying/open-mouth.ts"),
    import("../../../kernel/speech/saying/as-it-comes.ts"),
  ]);
  const ears = await earsOf(place);
  ears.setByHand(isByHand);
  return { VoiceSession, ears, mouth: await mouthOf(tasks), sentences: () => new AsItComes() };
}
