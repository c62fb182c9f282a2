CREATE TABLE "claim_looks" (
	"note_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"grammar" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"block_id" text,
	"hash" text NOT NULL,
	"sentence" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_sentence" UNIQUE("note_id","hash")
);
--> statement-breakpoint
CREATE TABLE "settled_pairs" (
	"user_id" uuid NOT NULL,
	"pair" text NOT NULL,
	"note_id" uuid NOT NULL,
	"other_note_id" uuid NOT NULL,
	"right_note_id" uuid,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_pairs_user_id_pair_pk" PRIMARY KEY("user_id","pair")
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"question" text NOT NULL,
	"place" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"looked_at" timestamp with time zone,
	"is_answered" boolean DEFAULT false NOT NULL,
	"near_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_dismissed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gaps_key" UNIQUE("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "claim_looks" ADD CONSTRAINT "claim_looks_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_pairs" ADD CONSTRAINT "settled_pairs_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_pairs" ADD CONSTRAINT "settled_pairs_other_owner" FOREIGN KEY ("other_note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_key" ON "claims" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "settled_pairs_note" ON "settled_pairs" USING btree ("note_id");--> statement-breakpoint
CREATE INDEX "settled_pairs_other" ON "settled_pairs" USING btree ("other_note_id");--> statement-breakpoint
CREATE INDEX "gaps_user" ON "gaps" USING btree ("user_id","last_at");
--> statement-breakpoint
ALTER TABLE gaps ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON gaps USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE claims ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON claims USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE claim_looks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON claim_looks USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE settled_pairs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON settled_pairs USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
