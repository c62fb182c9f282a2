import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { imageTypeOf } from "../../files/files.ts";
import { reencode } from "../../files/pictures/images.ts";
import { ModelFault } from "./model-fault.ts";
import type { PictureShape } from "./model-client.ts";

/** Each costs whoever pays the provider. */
const PER_ACCOUNT: Limit = { max: 40, windowMinutes: 15 };

type Wanted = { prompt: string; count: number; shape: PictureShape; signal?: AbortSignal | undefined };
type Made = { url: string; width: number; height: number };

/**
 * Pictures from words, encoded anew, as addresses that hold them (data:). The page uploads the one that is taken, as any other picture:
 * what nobody takes leaves nothing behind, and of a shared note the picture becomes its owner's.
 * @returns null where no model for pictures is set up
 * @throws Failure SERVICE_FAILED with what went wrong, RATE_LIMITED
 */
export async function makeImages(
  { db, models, config }: Pick<Services, "db" | "models" | "config">,
  userId: string,
  { prompt, count, shape, signal }: Wanted,
): Promise<Made[] | null> {
  const model = await models.forTask(userId, "image").catch(asFailure);
  if (!model) return null;
  await consumeAttempt(db.authPool, `model-images:${userId}`, PER_ACCOUNT);
  const pictures = await model
    .generateImages({ prompt, count, shape, ...(signal && { signal }) })
    .catch(asFailure);
  const made: Made[] = [];
  for (const bytes of pictures.filter(({ length }) => length <= config.maxImageBytes)) {
    const image = await encodedAnew(bytes);
    if (image) made.push(image);
  }
  if (made.length === 0)
    throw new Failure("SERVICE_FAILED", `${model.host} sent no picture that can be used. Try again.`);
  return made;
}

/** What came as a picture is hostile until then, and may be none. */
async function encodedAnew(bytes: Buffer): Promise<Made | null> {
  try {
    await imageTypeOf(bytes);
    const { bytes: shown, width, height } = await reencode(bytes);
    return { url: `data:image/webp;base64,${shown.toString("base64")}`, width, height };
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_INPUT") return null;
    throw error;
  }
}

/** The words of a fault are fit to be shown. */
export function asFailure(error: unknown): never {
  if (!(error instanceof ModelFault)) throw error;
  throw new Failure("SERVICE_FAILED", error.message, { reason: error.kind });
}
