const VIDEO_NAME = /\.(?:mp4|webm|mov|m4v|ogv)$/i;

/** A name that says it is a video: Markdown has one form for pictures and videos, so the name has to tell them apart. */
export function isVideoName(name: unknown): name is string {
  return typeof name === "string" && VIDEO_NAME.test(name);
}

export function videoName(name: unknown): string {
  const given = typeof name === "string" && name !== "" ? name : "video";
  return VIDEO_NAME.test(given) ? given : `${given}.mp4`;
}
