// /api/auth/sessions, from outside.
import { expect } from 'chai';
import { fresh, signInMini, tokensOf, useBackend } from '../../support/login.ts';
import { arrive, expectCode } from './asking.ts';

describe('/api/auth/sessions', () => {
  const backend = useBackend();

  it('lists the open sessions and ends one of them, immediately', async () => {
    const person = { openid: fresh('mini') };
    const first = tokensOf(await signInMini(backend, person));
    const second = tokensOf(await signInMini(backend, person));
    const list = await backend.get('/api/auth/sessions', { bearer: second.access });
    const sessions = list.body.sessions as { id: string; current: boolean; channel: string; expires_at: string }[];
    expect(sessions).to.have.length(2);
    expect(sessions.filter(({ current }) => current)).to.have.length(1);
    const days = (Date.parse(sessions[0]!.expires_at) - Date.now()) / 86_400_000;
    expect(days, 'a session that is not refreshed ends with its refresh token').to.be.within(29, 30.01);
    const other = sessions.find(({ current }) => !current)!;
    const end = () => backend.request('DELETE', `/api/auth/sessions/${other.id}`, { bearer: second.access });
    expect((await end()).status).to.equal(204);
    expectCode(await backend.get('/api/auth/me', { bearer: first.access }), 401, 'session_revoked');
    expectCode(await backend.post('/api/auth/refresh', { refresh_token: first.refresh }), 400, 'refresh_token_revoked');
    expectCode(await end(), 404, 'not_found');
  });

  it("does not end somebody else's session", async () => {
    const one = await arrive(backend);
    const two = await arrive(backend);
    const { sessions } = (await backend.get('/api/auth/sessions', { bearer: one.access })).body as {
      sessions: { id: string }[];
    };
    for (const id of [sessions[0]!.id, 'nothing', '00000000-0000-4000-8000-000000000000']) {
      expectCode(await backend.request('DELETE', `/api/auth/sessions/${id}`, { bearer: two.access }), 404, 'not_found');
    }
    expect((await backend.get('/api/auth/me', { bearer: one.access })).status).to.equal(200);
  });

  it('lists sessions in pages that do not shift, and refuses invalid cursors and limits', async () => {
    const person = { openid: fresh('mini') };
    const tokens = [];
    for (let count = 0; count < 5; count += 1) tokens.push(tokensOf(await signInMini(backend, person)));
    const bearer = tokens[0]!.access;
    const read = async (query: string) => {
      const { body } = await backend.get(`/api/auth/sessions${query}`, { bearer });
      return body as { next_cursor?: string; sessions: { id: string; current: boolean; created_at: string }[] };
    };
    const all = await read('');
    expect(all).not.to.have.property('next_cursor');
    const times = all.sessions.map(({ created_at }) => created_at);
    expect(times, 'the newest first').to.deep.equal(times.toSorted().reverse());
    const ids: string[] = [];
    let page = await read('?limit=2');
    ids.push(...page.sessions.map(({ id }) => id));
    // Neither a new session nor the end of a session on the previous page shifts the others.
    await signInMini(backend, person);
    await backend.request('DELETE', `/api/auth/sessions/${ids[1]}`, { bearer });
    while (page.next_cursor !== undefined) {
      page = await read(`?limit=2&cursor=${page.next_cursor}`);
      ids.push(...page.sessions.map(({ id }) => id));
    }
    expect(ids).to.deep.equal(all.sessions.map(({ id }) => id));
    for (const query of ['limit=0', 'limit=101', 'limit=ten', 'limit=-1', 'limit=1e1', 'cursor=x', 'cursor=MTIz']) {
      expectCode(await backend.get(`/api/auth/sessions?${query}`, { bearer }), 400, 'malformed_parameter');
    }
    expectCode(await backend.get('/api/auth/sessions?limit=1&limit=2', { bearer }), 400, 'duplicate_parameter');
  });
});
