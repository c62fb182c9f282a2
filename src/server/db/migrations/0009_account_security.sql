CREATE TABLE "auth"."passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"rp_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"backup_codes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD COLUMN "reauthenticated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user_id" ON "auth"."passkeys" USING btree ("user_id");
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['two_factors', 'passkeys'] LOOP
    EXECUTE format('ALTER TABLE auth.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY sign_in_only ON auth.%I USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()))', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What an account that is deleted leaves behind where its own rights do not reach: its vocabulary, which else outlives its notes
-- until the sweep comes by, and the access that others gave it.
CREATE FUNCTION forget_own_traces() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE me uuid := public.app_user_id();
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.note_words_sweep WHERE user_id = me;
  DELETE FROM public.note_words WHERE user_id = me;
  DELETE FROM public.note_access WHERE user_id = me;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION forget_own_traces() FROM PUBLIC;
