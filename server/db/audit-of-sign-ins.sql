-- Sign-ins in the audit trail. Columns that may be empty, so that an older version goes on writing beside this one.
alter table audit add column channel text, add column agent text, add column network text;
-- Who leaves takes along what was written of accounts that were merged into theirs.
create index users_merged on users (merged_into) where merged_into is not null;
