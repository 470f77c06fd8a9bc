-- The timeline pages through claims by the instant they were made.
CREATE INDEX lease_claimed_at_token_idx ON lease (claimed_at, token);
