CREATE TABLE "metric_points" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "metric_points_at" UNIQUE("series_id","at")
);
--> statement-breakpoint
CREATE TABLE "metric_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'gauge' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "metric_series_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
ALTER TABLE "metric_points" ADD CONSTRAINT "metric_points_series_owner" FOREIGN KEY ("series_id","user_id") REFERENCES "public"."metric_series"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metric_points_user" ON "metric_points" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "metric_series_name" ON "metric_series" USING btree ("user_id",lower(name));--> statement-breakpoint
ALTER TABLE metric_series ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON metric_series USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE metric_points ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON metric_points USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
