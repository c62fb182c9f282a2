import type { Context } from "../base.ts";
import type { Visitor } from "./accounts.ts";

/** Only what a session's row keeps; the cookie stays out, so that no old session is carried into a new one. */
export function visitorOf({ request }: Context): Visitor {
  return {
    ip: request.ip,
    headers: new Headers({
      "user-agent": request.headers["user-agent"] ?? "",
      "x-forwarded-for": request.ip,
    }),
  };
}
