import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/*
 * Comes before everything else in a process that reads what somebody sent. Node's permissions know files, threads and processes, not yet
 * the network, nor signals: whatever a library is talked into fails here. What Node has below these (`process.binding`) its permissions close.
 */
const refuse = () => {
  throw new Error("There is no way out of this process");
};

/** Every function of it, so that one that Node adds is refused as well. */
function refuseAll(owner: object): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (name !== "constructor" && typeof found?.value === "function" && found.writable)
      Object.assign(owner, { [name]: refuse });
  }
}

for (const { Resolver } of [dns, dns.promises]) refuseAll(Resolver.prototype);
refuseAll(dns.promises);
refuseAll(dns);
net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
for (const way of ["bind", "connect", "send"] as const) dgram.Socket.prototype[way] = refuse;
process.kill = refuse;
syncBuiltinESMExports();
