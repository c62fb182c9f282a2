import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The floor of every HTTP row: Node's own server, that reads a body and answers as many bytes as asked for. */
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const size = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("size") ?? 2);
    response.writeHead(200, { "content-type": "application/json" }).end(Buffer.alloc(size, 32));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
