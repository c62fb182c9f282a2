export type ServerEvent = { event: string; data: string };

/**
 * Events of a text/event-stream as they arrive, whatever the pieces in which its bytes come. What is not ended by an empty line when
 * the stream ends is dropped, as the standard has it.
 */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event = "";
  let data: string[] = [];
  for await (const line of readLines(bytes)) {
    if (line === "") {
      if (data.length > 0) yield { event: event || "message", data: data.join("\n") };
      event = "";
      data = [];
      continue;
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "event") event = value;
  }
}

/** Without their ends, which are CR, LF or both. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of one line are joined once: a line of megabytes that comes in small pieces must not be searched again with each.
  let open: string[] = [];
  let isAfterReturn = false;
  for await (const chunk of bytes) {
    let text = decoder.decode(chunk, { stream: true });
    if (isAfterReturn && text.startsWith("\n")) text = text.slice(1);
    if (text === "") continue;
    isAfterReturn = text.endsWith("\r");
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop()!;
    for (const line of lines) {
      yield open.length > 0 ? open.join("") + line : line;
      open = [];
    }
    if (last !== "") open.push(last);
  }
}
