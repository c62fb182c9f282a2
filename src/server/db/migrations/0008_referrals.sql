CREATE TABLE "auth"."referral_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "auth"."referrals" (
	"invited_id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" uuid NOT NULL,
	"mailbox_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referrals_inviter_mailbox" UNIQUE("inviter_id","mailbox_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."referral_codes" ADD CONSTRAINT "referral_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."referrals" ADD CONSTRAINT "referrals_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."referrals" ADD CONSTRAINT "referrals_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE auth.referral_codes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_only ON auth.referral_codes USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()));
--> statement-breakpoint
ALTER TABLE auth.referrals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_only ON auth.referrals USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()));
