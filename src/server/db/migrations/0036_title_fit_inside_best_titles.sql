-- What it did stands in best_titles, its only caller, which makes the typed words plain once instead of once a title.
DROP FUNCTION IF EXISTS title_fit(text, text[]);
