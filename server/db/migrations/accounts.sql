-- Users and the tables that refer to them. Times have milliseconds, like JavaScript's.
create table users (
  id uuid primary key,
  unionid varchar(64) constraint users_unionid_unique unique,
  web_openid varchar(64) constraint users_web_openid_unique unique,
  mini_openid varchar(64) constraint users_mini_openid_unique unique,
  nickname text,
  avatar_url text,
  phone text,
  status text not null,
  merged_into uuid references users,
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3),
  last_login_src text,
  constraint users_status_known check (status in ('active', 'disabled', 'deleted')),
  constraint users_source_known check (last_login_src in ('web', 'mini')),
  constraint users_no_empty_identifier check (unionid <> '' and web_openid <> '' and mini_openid <> ''),
  -- A merged or deleted user must not be found by an identifier.
  constraint users_gone_without_identifier check (
    (merged_into is null and status <> 'deleted') or num_nonnulls(unionid, web_openid, mini_openid) = 0
  ),
  constraint users_merged_into_another check (merged_into <> id)
);
create index users_phone on users (phone) where phone is not null;

-- A refresh changes no indexed column, and each page has free space, so that the update stays within its page.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  channel text not null,
  generation integer not null,
  user_agent text,
  created_at timestamptz(3) not null,
  rotated_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint sessions_channel_known check (channel in ('web', 'mini')),
  constraint sessions_generation_counts check (generation >= 0)
) with (fillfactor = 80);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_revocation on sessions (revoked_at) where revoked_at is not null;

create table past_identifiers (
  user_id uuid not null references users,
  kind text not null,
  value varchar(64) not null,
  replaced_at timestamptz(3) not null,
  primary key (user_id, kind, value),
  constraint past_identifiers_kind_known check (kind in ('unionid', 'web_openid', 'mini_openid')),
  constraint past_identifiers_not_empty check (value <> '')
);

create table spent_codes (
  key text primary key,
  claimed_at timestamptz(3) not null
);
create index spent_codes_claimed on spent_codes (claimed_at);

-- No foreign keys: a record outlives its user and its session. `turn` orders the records of one millisecond, and may
-- start again from the beginning.
create table audit (
  id uuid primary key,
  turn integer generated always as identity (cycle),
  happened_at timestamptz(3) not null,
  event text not null,
  user_id uuid,
  session_id uuid,
  request_id text,
  details jsonb
);
create index audit_user on audit (user_id, happened_at desc, turn desc);
create index audit_time on audit (happened_at);
