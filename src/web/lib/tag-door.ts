/** Gives a note a tag or takes it away, whatever the case of its letters, and says so. */
type TagNote = (noteId: string, tag: string, isGiven: boolean) => Promise<void>;

let door: TagNote = async () => {};

/** The notes' feature says how; texts only know that a tag was written. */
export function setTagDoor(given: TagNote): void {
  door = given;
}

export const tagNote: TagNote = (noteId, tag, isGiven) => door(noteId, tag, isGiven);
