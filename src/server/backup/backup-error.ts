/** Why a backup cannot be used. Each has its own words, because each asks something else of the person. */
export type BackupFault =
  | "NOT_A_BACKUP"
  | "NEWER"
  | "KEY_MISSING"
  | "KEY_WRONG"
  | "CUT_OFF"
  | "TOO_LONG"
  | "DAMAGED"
  | "REFUSED";

/** Told to the person as it is, without a stack. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly fault: BackupFault;
  constructor(fault: BackupFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
