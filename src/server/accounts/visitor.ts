import type { Context } from "../base.ts";
import type { Visitor } from "./sign-in/browser-sessions.ts";
import { networkOf } from "../platform/network.ts";

/** Only what a session's row keeps; of the cookies none is among the headers, so that no old session is carried into a new one. */
export function visitorOf({ request }: Context): Visitor {
  return {
    ip: request.ip,
    network: networkOf(request.ip),
    deviceCookie: request.headers.cookie ?? "",
    headers: new Headers({
      "user-agent": request.headers["user-agent"] ?? "",
      "x-forwarded-for": request.ip,
    }),
  };
}
