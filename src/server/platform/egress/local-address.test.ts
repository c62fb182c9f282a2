import { expect, test } from "vitest";
import { isLocalAddress } from "./local-address.ts";

test("this machine and private networks are local, by what the address says", () => {
  const local = [
    "http://localhost:11434/v1",
    "http://LOCALHOST./v1",
    "http://a.localhost",
    "http://127.0.0.1:1234/v1",
    "http://127.9.9.9",
    "http://0x7f.1/v1",
    "http://2130706433",
    "http://0.0.0.0:8080",
    "http://10.1.2.3",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.1.20:8000",
    "http://169.254.1.1",
    "http://100.100.1.1",
    "http://[::1]:8080/v1",
    "http://[fd12:3456::1]",
    "http://[fe80::1]",
    "http://[::ffff:192.168.0.1]",
    "http://ollama:11434/v1",
    "http://host.docker.internal:11434",
    "http://models.lan",
    "https://gpu.local",
    "https://box.home.arpa/v1",
  ];
  expect(local.filter((address) => !isLocalAddress(address))).toEqual([]);
});

test("what is public, or only looks as if it were inside, is not", () => {
  const hosted = [
    "https://api.openai.com/v1",
    "https://localhost.example.com",
    "https://10.0.0.1.example.com",
    "https://local.example",
    "http://172.32.0.1",
    "http://100.128.0.1",
    "http://192.169.0.1",
    "http://8.8.8.8",
    "http://[2606:4700::1111]",
    "http://[::ffff:8.8.8.8]",
    "http://[64:ff9b::808:808]",
    "http://203.0.113.9",
    "no address",
    "",
  ];
  expect(hosted.filter(isLocalAddress)).toEqual([]);
});
