import { Socket as DatagramSocket } from "node:dgram";
import { Socket } from "node:net";

/*
 * Comes before everything else in a process that reads what somebody sent. Node's permissions know files and processes, not yet the network:
 * whatever a library is talked into fetching fails here. Code that has broken out of the libraries could undo it; it would still have
 * no secrets to send.
 */
const refuse = () => {
  throw new Error("There is no network in this process");
};
Socket.prototype.connect = refuse;
DatagramSocket.prototype.send = refuse;
DatagramSocket.prototype.connect = refuse;
