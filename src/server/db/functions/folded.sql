-- Letters without their diacritics, so that "cafe" finds "café", "strasse" finds "straße", and the other way round. A Cyrillic
-- "й" is a letter of its own and keeps its mark. The search index stays as it is: the vocabulary tells which spellings of a
-- word a user has, and all of them are looked up.
--
-- The index note_words_folded holds what this returns: a change needs a migration, see CONTRIBUTING.md.
CREATE OR REPLACE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value !~ '[^\u0001-\u007f]' THEN value ELSE
    replace(replace(replace(translate(
      normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306', '', 'g'), NFC),
    'øłđıð', 'oldid'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$;
