import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalServer, startLocalServer } from "#testing/servers/small-internet.ts";
import { INTERNET, isPublicAddress } from "./addresses.ts";
import { createEgress } from "./egress.ts";
import { EgressError } from "./egress-error.ts";

let canary: LocalServer;
beforeAll(async () => {
  canary = await startLocalServer((_request, response) => response.end("secret"), { host: "::" });
});
afterAll(() => canary.close());

/** Any port may be asked, so that it is the address that is looked at. */
const egress = createEgress([], { ...INTERNET, isOpenPort: () => true });

/** Ways to write an address of this machine, or of a network that is not the internet. */
function privateForms(): string[] {
  const ipv4 = [
    ...[
      "127.0.0.1",
      "127.1",
      "127.0.1",
      "127.255.255.254",
      "0.0.0.0",
      "0",
      "10.0.0.1",
      "10.255.255.255",
      "172.16.0.1",
    ],
    ...[
      "172.31.255.255",
      "192.168.0.1",
      "169.254.169.254",
      "100.100.100.200",
      "192.0.0.192",
      "198.18.0.1",
      "224.0.0.1",
    ],
    ...[
      "240.0.0.1",
      "255.255.255.255",
      "2130706433",
      "017700000001",
      "0x7f000001",
      "0x7f.1",
      "0177.0.0.1",
      "0x7f.0.0.0x1",
    ],
    ...[
      "127.0.0.1.",
      "１２７.０.０.１",
      "①②⑦.⓪.⓪.①",
      "127。0。0。1",
      "0x0",
      "00000177.0.0.01",
      "2852039166",
      "0xa9fea9fe",
    ],
  ];
  const ipv6 = [
    ...[
      "::1",
      "::",
      "0:0:0:0:0:0:0:1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "::ffff:0:127.0.0.1",
    ],
    ...[
      "64:ff9b::127.0.0.1",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2001:0:7f00:1::",
      "fe80::1",
      "fc00::1",
      "fd00:ec2::254",
    ],
    ...["ff02::1", "::ffff:169.254.169.254", "fec0::1", "100::1", "2001:db8::1", "::ffff:10.0.0.1"],
  ].map((address) => `[${address}]`);
  const names = ["localhost", "LOCALHOST", "localhost.", "ｌocalhost", "lo%63alhost"];
  return [...ipv4, ...ipv6, ...names];
}

const isUnreachable = (error: unknown) => error instanceof EgressError && error.kind === "unreachable";

test("200 ways to write a private address reach nothing", async () => {
  const urls = privateForms().flatMap((host) => [
    `http://${host}:${canary.port}/`,
    `http://${host}:${canary.port}/../secret?a=1#b`,
    `HTTP:\\\\${host}:${canary.port}`,
    `https://${host}:${canary.port}/`,
  ]);
  expect(urls.length).toBeGreaterThanOrEqual(200);
  const outcomes = await Promise.allSettled(
    urls.map((url) => egress.request({ url, source: "user", timeoutMs: 3_000 })),
  );
  const passed = urls.filter((_url, index) => {
    const outcome = outcomes[index];
    return !(outcome?.status === "rejected" && isUnreachable(outcome.reason));
  });
  expect(passed).toEqual([]);
  expect(canary.asked).toEqual([]);
});

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "192.167.255.255", "2606:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("names that are unknown, lead inside or answer nobody are told apart by no words", async () => {
  const closed = await startLocalServer(() => {});
  closed.close();
  const hosts = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    "10.0.0.1",
    "unknown.invalid",
    "metadata.google.internal",
  ];
  const urls = hosts.flatMap((host) => [
    `http://${host}:${canary.port}`,
    `https://${host}:${canary.port}`,
    `http://${host}:${closed.port}`,
  ]);
  const told = await Promise.all(
    urls.map((url) =>
      egress.request({ url, source: "user", timeoutMs: 3_000 }).then(
        () => "answered",
        ({ kind, message }: EgressError) => `${kind}: ${message.replace(new URL(url).host, "HOST")}`,
      ),
    ),
  );
  expect([...new Set(told)]).toEqual(["unreachable: HOST could not be reached on the public internet."]);
});
