-- Sign-ins in the audit trail. Users come before the trail, as in every login: a login and this never wait for each other.
-- Who leaves takes along what was written of accounts that were merged into theirs.
create index users_merged on users (merged_into) where merged_into is not null;
-- Columns that may be empty, so that an older version goes on writing beside this one.
alter table audit add column channel text, add column agent text, add column network text;
create index audit_deletions on audit (happened_at) where event = 'user_deleted';
