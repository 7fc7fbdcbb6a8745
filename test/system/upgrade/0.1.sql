SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.audit (
    id uuid NOT NULL,
    turn integer NOT NULL,
    happened_at timestamp(3) with time zone NOT NULL,
    event text NOT NULL,
    user_id uuid,
    session_id uuid,
    request_id text,
    details jsonb
);

ALTER TABLE public.audit ALTER COLUMN turn ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_turn_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
    CYCLE
);

CREATE TABLE public.knex_migrations (
    id integer NOT NULL,
    name character varying(255),
    batch integer,
    migration_time timestamp with time zone
);

CREATE SEQUENCE public.knex_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.knex_migrations_id_seq OWNED BY public.knex_migrations.id;

CREATE TABLE public.knex_migrations_lock (
    index integer NOT NULL,
    is_locked integer
);

CREATE SEQUENCE public.knex_migrations_lock_index_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.knex_migrations_lock_index_seq OWNED BY public.knex_migrations_lock.index;

CREATE TABLE public.past_identifiers (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    value character varying(64) NOT NULL,
    replaced_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT past_identifiers_kind_known CHECK ((kind = ANY (ARRAY['unionid'::text, 'web_openid'::text, 'mini_openid'::text]))),
    CONSTRAINT past_identifiers_not_empty CHECK (((value)::text <> ''::text))
);

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    channel text NOT NULL,
    generation integer NOT NULL,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    rotated_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT sessions_channel_known CHECK ((channel = ANY (ARRAY['web'::text, 'mini'::text]))),
    CONSTRAINT sessions_generation_counts CHECK ((generation >= 0))
)
WITH (fillfactor='80');

CREATE TABLE public.spent_codes (
    key text NOT NULL,
    claimed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    unionid character varying(64),
    web_openid character varying(64),
    mini_openid character varying(64),
    nickname text,
    avatar_url text,
    phone text,
    status text NOT NULL,
    merged_into uuid,
    created_at timestamp(3) with time zone NOT NULL,
    last_login_at timestamp(3) with time zone,
    last_login_src text,
    CONSTRAINT users_gone_without_identifier CHECK ((((merged_into IS NULL) AND (status <> 'deleted'::text)) OR (num_nonnulls(unionid, web_openid, mini_openid) = 0))),
    CONSTRAINT users_merged_into_another CHECK ((merged_into <> id)),
    CONSTRAINT users_no_empty_identifier CHECK ((((unionid)::text <> ''::text) AND ((web_openid)::text <> ''::text) AND ((mini_openid)::text <> ''::text))),
    CONSTRAINT users_source_known CHECK ((last_login_src = ANY (ARRAY['web'::text, 'mini'::text]))),
    CONSTRAINT users_status_known CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text, 'deleted'::text])))
);

ALTER TABLE ONLY public.knex_migrations ALTER COLUMN id SET DEFAULT nextval('public.knex_migrations_id_seq'::regclass);

ALTER TABLE ONLY public.knex_migrations_lock ALTER COLUMN index SET DEFAULT nextval('public.knex_migrations_lock_index_seq'::regclass);

INSERT INTO public.knex_migrations VALUES (1, '2026-11-20-accounts', 1, '2026-11-22 20:03:54.065+00');

INSERT INTO public.knex_migrations_lock VALUES (1, 0);

INSERT INTO public.users VALUES ('01990000-0000-7000-8000-000000000001', NULL, NULL, 'o-of-old', '旧人', NULL, NULL, 'active', NULL, '2026-11-20 08:00:00+00', '2026-11-20 08:00:00+00', 'mini');
INSERT INTO public.users VALUES ('01990000-0000-7000-8000-000000000002', 'u-2', 'w-2', NULL, NULL, NULL, NULL, 'disabled', NULL, '2026-11-20 09:00:00+00', NULL, NULL);

SELECT pg_catalog.setval('public.audit_turn_seq', 1, false);

SELECT pg_catalog.setval('public.knex_migrations_id_seq', 1, true);

SELECT pg_catalog.setval('public.knex_migrations_lock_index_seq', 1, true);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.knex_migrations_lock
    ADD CONSTRAINT knex_migrations_lock_pkey PRIMARY KEY (index);

ALTER TABLE ONLY public.knex_migrations
    ADD CONSTRAINT knex_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.past_identifiers
    ADD CONSTRAINT past_identifiers_pkey PRIMARY KEY (user_id, kind, value);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.spent_codes
    ADD CONSTRAINT spent_codes_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_mini_openid_unique UNIQUE (mini_openid);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_unionid_unique UNIQUE (unionid);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_web_openid_unique UNIQUE (web_openid);

CREATE INDEX audit_time ON public.audit USING btree (happened_at);

CREATE INDEX audit_user ON public.audit USING btree (user_id, happened_at DESC, turn DESC);

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_revocation ON public.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX spent_codes_claimed ON public.spent_codes USING btree (claimed_at);

CREATE INDEX users_phone ON public.users USING btree (phone) WHERE (phone IS NOT NULL);

ALTER TABLE ONLY public.past_identifiers
    ADD CONSTRAINT past_identifiers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.users(id);
