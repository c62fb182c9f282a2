import { escape, tag, wrap } from "#document/html/html-elements.ts";
import { MOST_COMMENT } from "#contract/attendees.ts";
import { policyWith, publicPage } from "../../sharing/page-html.ts";
import type { Invitation, Reply } from "./answer.ts";
import { timesOf } from "./compose-mail.ts";
import { timesToldTo } from "./plan-mails.ts";
import { oneLine, instantsOf, whenWords } from "./words.ts";

/** The event's own clock stands there for browsers without scripts; this adds that of the visitor where it shows another hour. */
const SCRIPT = `for (const place of document.querySelectorAll("[data-from]")) {
  const { from, to, zone } = place.dataset;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const look = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
  const words = (timeZone) => new Intl.DateTimeFormat(undefined, { ...look, timeZone }).formatRange(new Date(from), new Date(to));
  if (words(own) !== words(zone)) place.textContent = words(own) + " where you are (" + own + ")";
}`;

export const INVITATION_POLICY = policyWith(SCRIPT);

const ROBOTS = tag("meta", { name: "robots", content: "noindex, nofollow" });
const page = (title: string, body: string, script = "") =>
  publicPage([wrap("title", {}, escape(title)), ROBOTS], `<main class="alone">${body}</main>${script}`);

const ANSWERS = [
  ["accepted", "Yes"],
  ["tentative", "Maybe"],
  ["declined", "No"],
] as const satisfies readonly (readonly [Reply["status"], string])[];

const SAID: Record<Reply["status"], string> = {
  accepted: "You said that you are coming.",
  tentative: "You said that you may come.",
  declined: "You said that you can't come.",
};

/** Title, time, place and who asks, and nothing else of the event; with what its reader has answered. */
export function invitationPage({ row, guests, invitation }: Invitation, path: string, problem = ""): string {
  const { status, comment } = invitation;
  const title = oneLine(row.title);
  const who = oneLine(guests.organizer.name ?? "", 100) || guests.organizer.email;
  // An answer to other times is none to these.
  const isOfThese = ["", timesToldTo(guests, invitation.email)].includes(invitation.told_times);
  const isAnswered = invitation.answered_at !== null && status !== "needs-action" && isOfThese;
  const said = isAnswered ? SAID[status] : "";
  const buttons = ANSWERS.map(([value, words]) =>
    wrap(
      "button",
      { type: "submit", name: "answer", value, "aria-pressed": said ? String(status === value) : null },
      words,
    ),
  );
  const note = wrap(
    "textarea",
    { id: "comment", name: "comment", rows: 2, maxlength: MOST_COMMENT, dir: "auto" },
    // The first line break behind the opening is not part of the text.
    `\n${escape(comment)}`,
  );
  const form = wrap(
    "form",
    { method: "post", action: path },
    `${tag("input", { type: "hidden", name: "times", value: timesToldTo(guests, invitation.email) })}<label for="comment">Note to ${wrap("bdi", {}, escape(who))} (optional)</label>${note}<p id="coming">Will you come?</p><div class="answers" role="group" aria-labelledby="coming">${buttons.join("")}</div>`,
  );
  return page(
    title,
    [
      wrap("h1", { dir: "auto" }, escape(title)),
      wrap("dl", { class: "facts-of-event" }, factsOf(row, guests, who)),
      problem && wrap("p", { class: "wrong", role: "alert" }, escape(problem)),
      said && wrap("p", { class: "said", role: "status" }, `${said} You can change it here.`),
      form,
    ]
      .filter(Boolean)
      .join(""),
    `<script>${SCRIPT}</script>`,
  );
}

function factsOf(row: Invitation["row"], { zone }: Invitation["guests"], who: string): string {
  const times = timesOf(row, zone);
  const instants = instantsOf(times);
  const [from, to] = instants ?? [];
  const zoneWords = instants ? wrap("small", {}, escape(times.zone)) : "";
  const local = instants
    ? wrap(
        "small",
        { "data-from": from!.toISOString(), "data-to": to!.toISOString(), "data-zone": times.zone },
        "",
      )
    : "";
  const repeats = row.repeat === null ? "" : "<small>It repeats; this is its first time.</small>";
  return [
    fact("When", `${escape(whenWords(times))}${zoneWords}${local}${repeats}`),
    row.location.trim() && fact("Where", wrap("bdi", {}, escape(oneLine(row.location, 1_000)))),
    fact("From", wrap("bdi", {}, escape(who))),
  ]
    .filter(Boolean)
    .join("");
}

const fact = (name: string, inner: string) => `<dt>${name}</dt><dd>${inner}</dd>`;

/** The same for an invitation that never was, that was canceled, and whose event is gone. */
export const NO_INVITATION = page(
  "There is no invitation here",
  "<h1>There is no invitation here</h1><p>It may have been canceled, or the link is incomplete. Ask the person who invited you.</p>",
);

export const OTHER_TIMES = "The time of this event has changed. Look at it, and answer again.";
export const TOO_MANY = "Too many answers. Wait a few minutes and try again.";

/** Asks before it does anything: programs that look for viruses open every link of a mail. */
export function stopPage(email: string, path: string, isStopped: boolean): string {
  const title = isStopped ? "You get no more invitations" : "No more invitations?";
  const words = isStopped
    ? `This server sends no more invitations to ${wrap("strong", {}, escape(email))}, no matter who invites you.`
    : `This server then sends no more invitations to ${wrap("strong", {}, escape(email))}, no matter who invites you.`;
  const [value, label] = isStopped ? ["allow", "Allow them again"] : ["stop", "Send me no more invitations"];
  const look = isStopped ? "quiet" : null;
  const button = wrap("button", { type: "submit", name: "mails", value, class: look }, label);
  return page(
    title,
    `<h1>${title}</h1><p>${words}</p>${wrap("form", { method: "post", action: path }, button)}`,
  );
}
