import { expect, test } from "vitest";
import { promisesIn } from "./promises.ts";

const NOW = new Date("2026-11-25T10:00:00Z");
const whose = (text: string) => promisesIn(text, NOW).map(({ from }) => from);

/** Found by reading the German manuals of a Debian system: 140 alarms on 10,500 pages. */
test.each([
  "Schließlich werden wir Überwachungsprogramme und Virtualisierungstechniken besprechen.",
  "PolicyKit kümmert sich um die benötigten Autorisierungen.",
  "Standardmäßig übernimmt ein Programm die Domain des Nutzers.",
  "Umrandung und Schatten übernehmen",
  "Negative Zahlen werden als Zweierkomplement eingegeben.",
  "Hiermit übernehmen Sie alle Änderungen und schließen den Assistenten.",
  "Parameter werden als Bezüge übergeben.",
  "Dies wird alle Generatoren erneut ausführen und ihre Umgebungskonfiguration aktualisieren.",
  "Derzeit übernimmt der Treiber die Kontrolle über alle erkannten Geräte.",
  "Kafka übernimmt die Verwaltung der Daten.",
  "Frankreich übernimmt am Montag den Vorsitz.",
])("what a program, a thing or a state does is nobody's promise: %s", (sentence) => {
  expect(whose(sentence)).toEqual([]);
});

test.each([
  ["Anna übernimmt das Protokoll.", "Anna"],
  ["Anna und Tom übernehmen das Protokoll.", "Anna und Tom"],
  ["Ben McKenna schickt die Zahlen bis Freitag.", "Ben McKenna"],
  ["Petra wird die Liste bis Montag weitergeben.", "Petra"],
  ["Wir übernehmen die Kosten.", null],
  ["Tom und Eva haben zugesagt, die Halle zu buchen.", "Tom und Eva"],
])("people promise: %s", (sentence, who) => {
  expect(whose(sentence)).toEqual([who]);
});
