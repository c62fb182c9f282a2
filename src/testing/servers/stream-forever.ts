import type { ServerResponse } from "node:http";

/** Five gigabytes, unless the other side hangs up. */
export function streamForever(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(1_000_000, " ");
  let left = 5_000;
  const send = () => {
    while (left-- > 0 && !response.destroyed)
      if (!response.write(chunk)) return void response.once("drain", send);
    response.end();
  };
  send();
}
