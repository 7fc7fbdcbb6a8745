-- Records sign-ins in the audit trail. The users table is locked before the audit table, as in every login, so that
-- this migration and a login cannot deadlock. The index finds the accounts merged into one that is deleted.
create index users_merged on users (merged_into) where merged_into is not null;
-- The columns are nullable, so that an older version can still write while this one is deployed.
alter table audit add column channel text, add column agent text, add column network text;
create index audit_deletions on audit (happened_at) where event = 'user_deleted';
