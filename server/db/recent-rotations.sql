-- When a session was refreshed in the last seconds: REFRESH_GRACE_SECONDS counts from each. May be empty, so that an older
-- version goes on refreshing beside this one. No index holds it: an update stays within its page.
alter table sessions add column recent_rotations timestamptz(3)[]
