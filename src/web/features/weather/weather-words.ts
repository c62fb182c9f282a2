import { language } from "../../lib/messages/catalog.ts";

/** "-3°", and never "-0°". */
export const degrees = (temperature: number): string =>
  `${(Math.round(temperature) + 0).toLocaleString(language)}°`;

export const wholeNumber = (value: number): string => Math.round(value).toLocaleString(language);

/** A wall time or a day of the place as a date of this device, which is written as it stands there. */
export const asWritten = (localTime: string): Date =>
  new Date(localTime.includes("T") ? localTime : `${localTime}T00:00`);
