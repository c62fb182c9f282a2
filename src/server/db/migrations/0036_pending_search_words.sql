-- New words wait in a list of about 512 KB, which searches read beside the index, and come into the index together (decision 89).
ALTER INDEX "note_search_words" SET (fastupdate = on, gin_pending_list_limit = 512);
