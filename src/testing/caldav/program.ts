import { readXml } from "#server/caldav/xml.ts";
import type { SignedInVisitor, TestApp } from "../test-app.ts";

type Asked = { body?: string } & Record<string, string | undefined>;
export type Answered = { status: number; text: string; headers: Headers };

/** A program with an app password, as it speaks CalDAV: no cookies, no origin. */
export type Program = {
  userId: string;
  userName: string;
  secret: string;
  home: string;
  tasks: string;
  ask: (method: string, path: string, asked?: Asked) => Promise<Answered>;
  aCalendar: (name: string) => Promise<{ calendarId: string; url: string }>;
};

export async function aProgram(
  app: TestApp,
  user: SignedInVisitor,
  scopes: ("calendar:read" | "calendar:write")[] = ["calendar:write"],
): Promise<Program> {
  await user.client.security.reauthenticate({ password: user.password });
  const { secret, userName } = await user.client.tokens.create({ name: "Program", scopes });
  const authorization = `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
  const home = `/dav/calendars/${user.userId}/`;
  return {
    userId: user.userId,
    userName,
    secret,
    home,
    tasks: `${home}tasks/`,
    ask: async (method, path, { body, ...headers } = {}) => {
      const given = Object.entries({ authorization, ...headers }).flatMap(([name, value]) =>
        value === undefined || value === "" ? [] : [[name, value] as [string, string]],
      );
      const response = await fetch(app.url + path, {
        method,
        headers: given,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      // Whatever it is asked, it answers XML that can be read.
      if (/xml/.test(response.headers.get("content-type") ?? "")) readXml(text);
      return { status: response.status, text, headers: response.headers };
    },
    aCalendar: async (name) => {
      const { id: calendarId } = await user.client.calendars.create({ name });
      return { calendarId, url: `${home}${calendarId}/` };
    },
  };
}
