-- Whether an answer offers a shift at all. Half a year of answers was unpacked at each look at a week to ask just this.
ALTER TABLE availability ADD COLUMN offers boolean
  GENERATED ALWAYS AS (jsonb_path_exists(choices, '$.* ? (@ == "yes" || @ == "if_needed")')) STORED;
