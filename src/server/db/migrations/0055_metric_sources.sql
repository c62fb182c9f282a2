CREATE TABLE "metric_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reads" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"every_minutes" integer NOT NULL,
	"read_at" timestamp with time zone,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "metric_sources_series" UNIQUE("series_id")
);
--> statement-breakpoint
ALTER TABLE "metric_points" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "metric_sources" ADD CONSTRAINT "metric_sources_series_owner" FOREIGN KEY ("series_id","user_id") REFERENCES "public"."metric_series"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metric_sources_user" ON "metric_sources" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "metric_points_import" ON "metric_points" USING btree ("import_id") WHERE import_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE metric_sources ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON metric_sources USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
