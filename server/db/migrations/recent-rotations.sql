-- The times of recent refreshes of a session: REFRESH_GRACE_SECONDS counts from each. Nullable, so that an older
-- version can still refresh while this one is deployed. Not indexed, so that an update stays within its page.
alter table sessions add column recent_rotations timestamptz(3)[]
