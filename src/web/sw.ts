/**
 * The service worker: keeps the pages themselves, so that a reload without the server opens /app. It keeps no data:
 * /api, /rpc, /files, /feeds, /p and /sync never pass through it. Notes live in IndexedDB, per person, wiped at sign-out. What another
 * program shares is held until the page has made a note of it (lib/shares.ts).
 */
/**
 * `files` keep their names across builds; those of `large` and `packed`, below /assets/, say what is in them, and what is `packed` stands in
 * /pack.json too (scripts/precache.ts). `preloads`: the Link header of pages by the beginning of their path, as the server sends it to whoever
 * is signed in (scripts/preloads.ts).
 */
declare const __PRECACHE__: {
  build: string;
  files: string[];
  large: string[];
  packed: string[];
  preloads: [start: string, link: string][];
};

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null };
type NotificationEvent = ExtendableEvent & { action: string; notification: Notification };
type WindowClient = {
  url: string;
  focus: () => Promise<WindowClient>;
  navigate: (url: string) => Promise<unknown>;
};
type ServiceWorkerSelf = {
  skipWaiting: () => Promise<void>;
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener: {
    (type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
    (type: "message", listener: (event: MessageEvent) => void): void;
    (type: "push", listener: (event: PushEvent) => void): void;
    (type: "notificationclick", listener: (event: NotificationEvent) => void): void;
  };
};

const worker = self as unknown as ServiceWorkerSelf;
const precache = __PRECACHE__;
const cacheName = `cairn-${precache.build}`;
/** Of all builds, since their names say what is in them: an update fetches what changed. */
const ASSETS = "cairn-assets";
const PACK = "/pack.json";
/** Fewer are fetched one by one, as by an update. */
const WORTH_A_PACK = 30;
const SHELL = "/index.html";
const LANDING = "/public/landing";
/** As lib/shares.ts has it; a worker cannot import. */
const SHARES = "incoming-shares";
const SHARED_FILES = 20;
const SHARED_WORDS = 1_000_000;
const NEVER = /^\/(?:(?:api|rpc|files|feeds|p|sync|healthz|readyz|metrics)(?:\/|$)|assets\/diagram-page-)/;

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepFiles(), keepAssets()]));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), dropOldAssets()]).then(() => worker.clients.claim()));
});

/** "reload" goes past the HTTP cache: a shell older than its worker would name files that are gone. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(precache.files.map((file) => new Request(file, { cache: "reload" })));
}

/** What is not kept from the build before, the small ones out of one file where they are many. */
async function keepAssets(): Promise<void> {
  const cache = await caches.open(ASSETS);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const isMissing = (file: string) => !kept.has(file);
  const small = precache.packed.filter(isMissing);
  const texts = small.length >= WORTH_A_PACK ? await fetchPack() : {};
  await Promise.all(
    small.map((file) => {
      const text = texts[file];
      return text === undefined ? cache.add(file) : cache.put(file, responseOf(file, text));
    }),
  );
  await cache.addAll(precache.large.filter(isMissing));
}

/** Where it cannot be had, or is another build's, each file is fetched by itself. */
const fetchPack = (): Promise<Partial<Record<string, string>>> =>
  fetch(PACK, { cache: "reload" })
    .then((response) => (response.ok ? (response.json() as Promise<Record<string, string>>) : {}))
    .catch(() => ({}));

const responseOf = (file: string, text: string) =>
  new Response(text, {
    headers: {
      "content-type": file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    },
  });

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("cairn-") && name !== cacheName && name !== ASSETS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function dropOldAssets(): Promise<void> {
  const cache = await caches.open(ASSETS);
  const wanted = new Set([...precache.large, ...precache.packed]);
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

worker.addEventListener("message", (event) => {
  if (event.data === "skip-waiting") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.origin === location.origin && url.pathname === "/share")
    return event.respondWith(receiveShare(request));
  if (request.method !== "GET" || url.origin !== location.origin || NEVER.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/") || precache.files.includes(url.pathname))
    event.respondWith(asset(request));
});

/** A reminder that rang, as the server's part of reminders sends it. */
type PushedReminder = { title: string; body: string; url: string; tag: string; reminderId?: string };

worker.addEventListener("push", (event) => {
  const pushed = event.data?.json() as PushedReminder | undefined;
  if (!pushed) return;
  const { title, body, url, tag, reminderId } = pushed;
  // One of the same tag, which an open page may have shown, is replaced without another sound.
  const options = {
    body,
    tag,
    icon: "/favicon.svg",
    data: { url, reminderId },
    actions: reminderId ? actionsFor(url) : [],
    // It waits for whoever is away from the screen.
    requireInteraction: reminderId !== undefined,
  };
  event.waitUntil(worker.registration.showNotification(title, options));
});

/** Where a browser shows fewer, the last go first: a press on the notification itself does as View Note. As the page's own (rings.ts). */
const actionsFor = (url: string) =>
  Object.entries({
    snooze: "Snooze 15min",
    dismiss: "Dismiss",
    view: url.startsWith("/app/editor/") ? "View Note" : "View",
  }).map(([action, title]) => ({ action, title }));

worker.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  const { url = "/app/dashboard", reminderId } = (notification.data ?? {}) as Partial<PushedReminder>;
  notification.close();
  const isAnswer = reminderId !== undefined && (action === "snooze" || action === "dismiss");
  event.waitUntil(isAnswer ? answerReminder(reminderId, action, url) : openPage(url));
});

/** What the server did not hear of is done on the page instead. */
async function answerReminder(reminderId: string, action: string, url: string): Promise<void> {
  const address = `/api/reminders/${encodeURIComponent(reminderId)}/${action}`;
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: "{}" }).catch(() => null);
  if (!answer?.ok) await openPage(url);
}

async function openPage(url: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((client) => new URL(client.url).pathname.startsWith("/app"));
  try {
    if (!open) throw new Error("No page is open");
    await open.navigate(url);
    await open.focus();
  } catch {
    // None is, or this worker may not lead it.
    await worker.clients.openWindow(url).catch(() => null);
  }
}

/** A plain visit is answered from the device at once; a reload asks the server first, and the device when it is silent. */
async function page(request: Request): Promise<Response> {
  const kept = await keptPage(new URL(request.url).pathname);
  const isReload = request.cache === "no-cache" || request.cache === "reload";
  if (kept && !isReload) return kept;
  try {
    const response = await fetch(request, kept ? { signal: AbortSignal.timeout(4000) } : {});
    return response.status >= 500 && kept ? kept : response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keptPage(path: string): Promise<Response | undefined> {
  const kept = await caches.match(documentOf(path), { cacheName });
  const [, link] = precache.preloads.find(([start]) => path === start || path.startsWith(`${start}/`)) ?? [];
  if (!kept || !link) return kept;
  const headers = new Headers(kept.headers);
  headers.set("link", link);
  return new Response(kept.body, { status: kept.status, headers });
}

/** Public pages are documents of their own; every other address is the app's. */
function documentOf(path: string): string {
  const page = path === "/" ? LANDING : path;
  return page.startsWith("/public/") && precache.files.includes(page) ? page : SHELL;
}

/** Hashed files never change, so what is kept is right; other alphabets' fonts and pictures are kept when first met. */
async function asset(request: Request): Promise<Response> {
  const isHashed = new URL(request.url).pathname.startsWith("/assets/");
  const own = isHashed ? ASSETS : cacheName;
  const kept = await caches.match(request, { cacheName: own });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && /\.(?:woff2|avif|webp)$/.test(request.url)) {
    const copy = response.clone();
    void caches.open(own).then((cache) => cache.put(request, copy));
  }
  return response;
}

/**
 * Holds what was shared and leads to the page that shows it: nothing becomes a note before the person says so, since any
 * site can send a form here. Of shares that nobody took, the newest alone is held.
 */
async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const cache = await caches.open(SHARES);
  await dropUntaken(cache);
  const id = crypto.randomUUID();
  const files = form
    .getAll("files")
    .filter((part) => part instanceof File && part.size > 0)
    .slice(0, SHARED_FILES) as File[];
  await Promise.all(files.map((file, index) => cache.put(`/share/${id}/${index}`, new Response(file))));
  const words = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, SHARED_WORDS) : "";
  };
  const names = files.map(({ name, type, size }) => ({ name, type, size }));
  const share = { title: words("title"), text: words("text"), url: words("url"), files: names };
  await cache.put(`/share/${id}`, Response.json(share));
  return Response.redirect(`/app/capture?shared=${id}`, 303);
}

async function dropUntaken(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const { url } of keys) {
    const { pathname } = new URL(url);
    if (!/^\/share\/[^/]+$/.test(pathname)) continue;
    const { noteId } = (await (await cache.match(url))!.json()) as { noteId?: string };
    if (noteId) continue;
    const own = keys.filter((key) => new URL(key.url).pathname.startsWith(pathname));
    await Promise.all(own.map((key) => cache.delete(key)));
  }
}
