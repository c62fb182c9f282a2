/** Why the embedded database does not serve. Shown as it is to the person at the terminal. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
  /** Whether a backup is what helps: not when the disk is full or memory is short. */
  readonly isDamaged: boolean;
  constructor(dataPath: string, said: string, options?: ErrorOptions) {
    const isDamaged = DAMAGE.test(said) && !ELSEWHERE.test(said);
    const what = isDamaged ? `The database in ${dataPath} is damaged` : "The embedded database did not start";
    super(`${what}. PostgreSQL says:\n${relevant(said, isDamaged)}`, options);
    this.isDamaged = isDamaged;
  }
}

/** What PostgreSQL says of files that are cut, gone or not what they were. */
const DAMAGE =
  /pg_control|checkpoint record|invalid (?:page|magic|permissions record|record)|could not (?:read|open|access|find|locate) (?:file|block|directory|relation)|read only \d+ of|checksum|is not a valid (?:data directory|file)|corrupt|cache lookup failed|unexpected (?:zero|data)|missing chunk|bogus|role "postgres" does not exist|database "\w+" does not exist|PG_VERSION/i;
const ELSEWHERE =
  /No space left|Disk quota|could not (?:create|resize) shared memory|Permission denied|out of memory/i;

const PASSING = /starting up|not yet accepting|in recovery mode/;
const GRAVE = /^(?:PANIC|FATAL|HINT|DETAIL):/;
const LINES_SHOWN = 5;

/** The lines that say what is wrong, without their times and process numbers. */
function relevant(said: string, isDamaged: boolean): string {
  const lines = said.split("\n").map((line) => line.replace(/^[-\d]+ [\d:.]+ \w+ \[\d+\] /, ""));
  const isTold = (line: string) => !PASSING.test(line) && (!isDamaged || GRAVE.test(line));
  // Each try to connect is told of again.
  const told = [...new Set(lines.filter(isTold))];
  return (isDamaged ? told.slice(0, LINES_SHOWN) : told.slice(-LINES_SHOWN))
    .map((line) => `  ${line}`)
    .join("\n");
}

/**
 * SQLSTATEs of a cluster whose files are not whole: internal errors, data and indexes that are corrupted, files that are gone, the
 * database among them (it was made before anybody asked for it).
 */
const DAMAGED_STATE = /^(?:XX00\d|58P01|58P02|3D000)$/;

/** An error of the first statements as what it means for a cluster of ours: damage, or null for any other fault. */
export function damageIn(error: unknown, dataPath: string): DatabaseStartError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && DAMAGED_STATE.test(String(cause.code)))
      return new DatabaseStartError(dataPath, `FATAL:  ${cause.message} (corrupt, ${String(cause.code)})`, {
        cause: error,
      });
  return null;
}
