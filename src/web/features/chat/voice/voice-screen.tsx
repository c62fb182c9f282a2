import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { AudioLines, FilePlus2, MessageSquare, Mic, MicOff, PhoneOff, RotateCcw, Square } from "lucide-react";
import { useEffect, useState, type Ref } from "react";
import type { ChatScope } from "#contract/chat.ts";
import type { EarsPlace } from "../../../kernel/speech/hearing/ears-place.ts";
import { api } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { Screen } from "../../../ui/screen.tsx";
import { t } from "../../../lib/messages/t.ts";
import { countOf } from "../answer/proposal-lines.ts";
import { ScopeLine } from "../scope-line.tsx";
import { TalkButton } from "./talk-button.tsx";
import { useVoice } from "./use-voice.ts";
import { keepChoices, keptChoices } from "./voice-choices.ts";
import { VoiceSetup } from "./voice-setup.tsx";
import { VoiceStage } from "./voice-stage.tsx";
import "../chat.css";

/** Answers are heavy, and come after the first question. */
const VoiceLines = deferred(async () => (await import("./voice-lines.tsx")).VoiceLines);

export type VoiceSearch = { thread?: string; note?: string; folder?: string };

type VoiceScreenProps = {
  search: VoiceSearch;
  onSearch: (search: VoiceSearch) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** Talk with one's notes: what is asked goes to Chat, and what it answers is heard. */
export function VoiceScreen({ search, onSearch, heading }: VoiceScreenProps) {
  const [draftId] = useState(newId);
  const threadId = search.thread ?? draftId;
  const scope: ChatScope = {
    ...(search.note && { noteIds: [search.note] }),
    ...(search.folder && { folderIds: [search.folder] }),
  };
  const onAsked = () => search.thread || onSearch({ thread: threadId });
  const voice = useVoice({ threadId, isNew: !search.thread, scope, onAsked });
  const { view, whole, running } = voice;
  const isOn = view.state !== "off" && view.state !== "deaf";
  useDecided(view.asksFor, (id) => running.current?.session.decided(id));
  return (
    <Screen
      frame="filled"
      title={t("Voice chat")}
      heading={heading}
      actions={
        <Link
          to="/app/chat"
          search={(search.thread ? { thread: threadId } : {}) as never}
          className={buttonClass("quiet")}
        >
          <MessageSquare size={15} aria-hidden="true" /> {t("Open in Chat")}
        </Link>
      }
    >
      <div className="mx-auto flex h-full min-h-0 max-w-3xl flex-col gap-4 px-4 pb-4">
        <div className="flex justify-center empty:hidden">
          <ScopeLine scope={whole?.thread.scope ?? scope} />
        </div>
        <Controls voice={voice} isOn={isOn} />
        <section
          aria-label={t("Conversation")}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
          tabIndex={0}
          className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto border-t border-line pt-4"
        >
          {view.lines.length > 0 ? (
            <VoiceLines lines={view.lines} whole={whole} />
          ) : (
            <p className="m-auto max-w-md text-center text-sm text-muted text-balance">
              {t("Ask your notes, tasks and calendar. What you say and hear stands here, and in Chat.")}
            </p>
          )}
        </section>
      </div>
    </Screen>
  );
}

/** What waits for a spoken yes may be decided by a press. */
function useDecided(changesetId: string | null, onDecided: (id: string) => void): void {
  const { data } = useQuery({
    ...api.changesets.get.queryOptions({ input: { id: changesetId ?? "" } }),
    enabled: changesetId !== null,
  });
  const isOver = data && data.id === changesetId && countOf(data)("proposed", "changed") === 0;
  useEffect(() => {
    if (isOver && changesetId) onDecided(changesetId);
  });
}

type ControlsProps = { voice: ReturnType<typeof useVoice>; isOn: boolean };

function Controls({ voice, isOn }: ControlsProps) {
  const { view, running, sound } = voice;
  const session = () => running.current?.session;
  const { data, isPending } = useQuery(api.models.list.queryOptions({ input: {} }));
  const [choices, setChoices] = useState(keptChoices);
  const [isSaving, setIsSaving] = useState(false);
  const { isByHand } = choices;
  const isMuted = view.state === "muted";
  const start = (place: EarsPlace) => {
    keepChoices(choices);
    void voice.start({ ...choices, place, tasks: data?.tasks });
  };
  const save = async () => {
    setIsSaving(true);
    const heard = (await voice.end()) ?? sound;
    const { saveVoiceNote } = await import("./save-voice-note.ts");
    await saveVoiceNote({ lines: view.lines, whole: voice.whole, sound: heard });
    setIsSaving(false);
  };
  return (
    <div className="flex shrink-0 flex-col items-center gap-4 pt-2">
      {(isOn || view.state === "deaf") && <VoiceStage view={view} isByHand={isByHand} />}
      {!isOn && !isPending && (
        <VoiceSetup tasks={data?.tasks} choices={choices} onChoices={setChoices} onStart={start} />
      )}
      {isOn && isByHand && (
        <TalkButton
          onHold={() => running.current?.ears.hold()}
          onRelease={() => running.current?.ears.release()}
        />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {isOn && (
          <>
            <Button
              disabled={!["speaking", "thinking"].includes(view.state)}
              onClick={() => void session()?.stop()}
            >
              <Square size={13} fill="currentColor" aria-hidden="true" /> {t("Stop Speaking")}
            </Button>
            {view.isKept && (
              <Button onClick={() => session()?.retry()}>
                <RotateCcw size={15} aria-hidden="true" /> {t("Try again")}
              </Button>
            )}
            <Button aria-pressed={isMuted} onClick={() => session()?.mute(!isMuted)}>
              {isMuted ? <Mic size={15} aria-hidden="true" /> : <MicOff size={15} aria-hidden="true" />}
              {isMuted ? t("Unmute") : t("Mute")}
            </Button>
            <Button onClick={() => void voice.end()}>
              <PhoneOff size={15} aria-hidden="true" /> {t("End")}
            </Button>
          </>
        )}
        {view.lines.length > 0 && (
          <Button isBusy={isSaving} onClick={() => void save()}>
            <FilePlus2 size={15} aria-hidden="true" /> {t("Save as Note")}
          </Button>
        )}
        {sound && (
          <span className="inline-flex items-center gap-1.5 text-sm text-muted">
            <AudioLines size={14} aria-hidden="true" /> {t("The sound was kept for the note.")}
          </span>
        )}
      </div>
    </div>
  );
}
