import sharp from "sharp";
import {
  DISPLAY_SIDE,
  MEDIUM_SIDE,
  MODEL_SIDE,
  MAX_PIXELS,
  type PictureAnswer,
  type PictureTask,
  THUMB_SIDE,
} from "./picture-task.ts";

/*
 * Decodes pictures that somebody uploaded, one after the other, in a process of its own: see picture-process.ts. It ends with the server.
 */

const ENCODE_WITHIN_S = 30;
const INSIDE = { fit: "inside", withoutEnlargement: true } as const;
// What was decoded for one picture is of no use to the next.
sharp.cache(false);

async function encode({ how, source, side }: PictureTask): Promise<PictureAnswer> {
  const bytes = "path" in source ? source.path : Buffer.from(source.base64, "base64");
  const picture = sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: "error",
    animated: how === "display",
  })
    .timeout({ seconds: ENCODE_WITHIN_S })
    .autoOrient();
  const resized = {
    display: () => picture.resize({ width: DISPLAY_SIDE, height: DISPLAY_SIDE, ...INSIDE }),
    medium: () => picture.resize({ width: MEDIUM_SIDE, height: MEDIUM_SIDE, ...INSIDE }),
    thumb: () => picture.resize({ width: THUMB_SIDE, height: THUMB_SIDE, ...INSIDE }),
    // Some servers of models know no WebP; what is seen through is white.
    model: () =>
      picture.resize({ width: MODEL_SIDE, height: MODEL_SIDE, ...INSIDE }).flatten({ background: "#fff" }),
    square: () => picture.resize({ width: side, height: side, fit: "cover", position: "attention" }),
  }[how]();
  const quality = { display: 86, medium: 82, thumb: 78, square: 88, model: 85 }[how];
  const { data, info } = await (
    how === "model" ? resized.jpeg({ quality }) : resized.webp({ quality })
  ).toBuffer({ resolveWithObject: true });
  return {
    base64: data.toString("base64"),
    width: info.width,
    height: info.pageHeight ?? info.height,
  };
}

process.on("message", (task: PictureTask) => {
  void encode(task)
    .catch((error: unknown): PictureAnswer => ({ fault: String(error) }))
    .then((answer) => process.send!(answer));
});
