import { Failure } from "../failure.ts";

/** Why another server, or a disk, did not do what it was asked. Its message may be shown to the person; the cause is for the log alone. */
export class RemoteFault extends Error {
  override name = "RemoteFault";
  /** Asking again may help, without anybody doing anything. */
  readonly mayPass: boolean;
  /** What was asked for is not there, or may not be seen. */
  readonly isMissing: boolean;
  /** It concerns what was asked for alone: another file may be given. */
  readonly isOfOne: boolean;

  constructor(
    message: string,
    {
      mayPass = false,
      isMissing = false,
      isOfOne = isMissing,
      cause,
    }: { mayPass?: boolean; isMissing?: boolean; isOfOne?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.mayPass = mayPass;
    this.isMissing = isMissing;
    this.isOfOne = isOfOne;
  }
}

export const mayPass = (error: unknown): boolean => error instanceof RemoteFault && error.mayPass;

/** For operations. @throws Failure SERVICE_FAILED, or what it was given */
export function asFailure(error: unknown): never {
  if (error instanceof RemoteFault) throw new Failure("SERVICE_FAILED", error.message);
  throw error;
}
