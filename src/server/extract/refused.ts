/** Why something cannot be imported, in words for the person who sent it. */
export class Refused extends Error {}

/** Of a whole import: nothing that follows would fare better. */
export class ImportRefused extends Refused {}

const SAID_MAX = 200;

/** What a reader said of a file, for a person: faults of the system name paths of the server, which say nothing to anybody else. */
export function messageOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return /^E[A-Z]{3,}: /.test(said) ? "a fault on our side; import it again" : said.slice(0, SAID_MAX);
}
