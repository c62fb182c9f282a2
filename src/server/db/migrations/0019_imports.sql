CREATE TABLE "import_items" (
	"import_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid,
	"path" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"outcome" text DEFAULT 'planned' NOT NULL,
	"reason" text,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_at" timestamp with time zone,
	CONSTRAINT "import_items_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"format" text,
	"size" bigint DEFAULT 0 NOT NULL,
	"hash" text,
	"plan" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" jsonb,
	"message" text,
	"settings_before" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_import" FOREIGN KEY ("import_id","user_id") REFERENCES "public"."imports"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_listed" ON "imports" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['imports', 'import_items'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', name);
  END LOOP;
END $$;
