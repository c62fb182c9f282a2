CREATE TABLE "planner_search" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"is_event" boolean NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE planner_search ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "planner_search_words" ON "planner_search" USING gin ("user_id", "words");
--> statement-breakpoint
-- What the triggers and the rows that are there need; the files in functions/ have the current forms.
CREATE FUNCTION planner_words(title text, tags text[], rest text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.search_words(public.folded(lower(title)), ARRAY(SELECT public.folded(lower(tag)) FROM unnest(tags) AS tag), public.folded(lower(rest)))
$$;
--> statement-breakpoint
CREATE FUNCTION sync_planner_search() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER keep_task_search AFTER INSERT OR UPDATE OR DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION sync_planner_search();
--> statement-breakpoint
CREATE TRIGGER keep_event_search AFTER INSERT OR UPDATE OR DELETE ON calendar_events FOR EACH ROW EXECUTE FUNCTION sync_planner_search();
--> statement-breakpoint
INSERT INTO planner_search (id, user_id, is_event, words)
SELECT id, user_id, false, planner_words(title, tags, description) FROM tasks WHERE trashed_at IS NULL;
--> statement-breakpoint
INSERT INTO planner_search (id, user_id, is_event, words)
SELECT id, user_id, true, planner_words(title, tags, description || ' ' || location) FROM calendar_events WHERE trashed_at IS NULL;
