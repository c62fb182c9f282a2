import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance } from "fastify";
import type { Services } from "../base.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import { Failure } from "../failure.ts";
import { isId } from "../files/is-id.ts";
import { callerOf } from "../tokens/caller.ts";
import { countNotes, exportNotes } from "./export-notes.ts";
import { exportAccount } from "./export-account.ts";
import { fileName } from "./note-paths.ts";
import { scopeOfProject } from "./project-scope.ts";

/** The whole account as a download; streamed, hence outside of oRPC. */
export async function exportHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts } = services;
  app.get("/api/export/notes", async (request, reply) => {
    // It leaves an entry in the log.
    const session = await callerOf(services, request, "write");
    if (!session) throw new Failure("UNAUTHENTICATED");
    const notesCount = await countNotes(services, session.userId);
    if (notesCount > 0)
      await services.db.withUser(session.userId, (tx) =>
        logActivity(tx, {
          type: "export_notes",
          title: "Exported notes",
          metadata: { export_format: "json", notes_count: notesCount },
        }),
      );
    return reply
      .header("content-type", "application/json; charset=utf-8")
      .header("cache-control", "no-store")
      .send(await exportNotes(services, session.userId));
  });
  app.get("/api/export", async (request, reply) => {
    const session = await callerOf(services, request, "session");
    if (!session) throw new Failure("UNAUTHENTICATED");
    accounts.security.assertConfirmed(session);
    await services.db.withUser(session.userId, (tx) =>
      logActivity(tx, {
        type: "export_notes",
        title: "Exported everything",
        metadata: { export_format: "zip" },
      }),
    );
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .header("content-type", "application/zip")
      .header("content-disposition", `attachment; filename="cairn-export-${day}.zip"`)
      .header("cache-control", "no-store")
      .send(await exportAccount(services, session.userId));
  });
  addProject(app, services);
}

type One = { Params: { projectId: string } };

function addProject(app: FastifyInstance, services: Services): void {
  app.get<One>("/api/export/projects/:projectId", async (request, reply) => {
    const session = await callerOf(services, request, "session");
    if (!session) throw new Failure("UNAUTHENTICATED");
    const { projectId } = request.params;
    if (!isId(projectId)) throw new Failure("NOT_FOUND");
    const scope = await scopeOfProject(services.db, session.userId, projectId);
    await services.db.withUser(session.userId, (tx) =>
      logActivity(tx, {
        type: "export_notes",
        title: `Exported project ${quoted(scope.title)}`,
        entityType: "project",
        entityId: projectId,
        metadata: { export_format: "zip" },
      }),
    );
    return reply
      .header("content-type", "application/zip")
      .header("content-disposition", contentDisposition(`${fileName(scope.title)}.zip`))
      .header("cache-control", "no-store")
      .send(await exportAccount(services, session.userId, scope));
  });
}
