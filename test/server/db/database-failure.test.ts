// Messages for errors of the database.
import { expect } from 'chai';
import fc from 'fast-check';
import { DatabaseFailure, isRetryable, toFailure, toOutside } from '../../../server/db/database-failure.ts';
import { Problem } from '../../../server/problem.ts';
import { cases } from '../../support/cases.ts';

/** An error as both drivers throw it. */
const serverError = (code: string, fields: object = {}): Error =>
  Object.assign(new Error('the message'), { code, severity: 'ERROR', ...fields });
const systemError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('a failure of the database', () => {
  const outOfReach: readonly [string, Error][] = [
    ['a refused connection', systemError('ECONNREFUSED')],
    ['a broken pipe, whose code has five letters too', systemError('EPIPE')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a connection failure', serverError('08006')],
    ['wrong credentials', serverError('28P01')],
    ['no such database', serverError('3D000')],
    ['too many connections', serverError('53300')],
    ['a server that is stopping', serverError('57P01')],
    ['a server that is starting', serverError('57P03')],
    ['a statement that took too long', serverError('57014')],
    ['a disk that fails', serverError('58030')],
    ['a read-only standby', serverError('25006')],
    ['a transaction that was idle for too long', serverError('25P03')],
  ];
  for (const [what, error] of outOfReach) {
    it(`is store_unavailable: ${what}`, () => {
      const problem = toOutside(toFailure(error));
      expect(problem).to.be.instanceOf(Problem).and.include({ code: 'store_unavailable', status: 503 });
      expect((problem as Problem).cause).to.be.instanceOf(DatabaseFailure);
    });
  }

  for (const code of ['23505', '23514', '22001', '22P02', '42P01', '42601', '25P02', '40001', '40P01', 'XX000']) {
    it(`is an internal error, not an unreachable database: SQLSTATE ${code}`, () => {
      const failure = toFailure(serverError(code));
      expect(toOutside(failure)).to.equal(failure).and.to.include({ code });
    });
  }

  it('is an internal error if a value cannot be sent', () => {
    expect(toFailure(new TypeError('the value'))).to.include({ unreachable: false, message: 'a value cannot be sent' });
  });

  it('is retryable only if it is a unique violation, a serialization failure or a deadlock', () => {
    const passing = ['23505', '40001', '40P01', '23514', '57014', '25P02'].filter((code) =>
      isRetryable(toFailure(serverError(code))),
    );
    expect(passing).to.deep.equal(['23505', '40001', '40P01']);
    expect(isRetryable(serverError('23505'))).to.equal(false);
  });

  it('names the constraint and the SQLSTATE', () => {
    const { message } = toFailure(serverError('23505', { constraint: 'users_unionid_unique' }));
    expect(message).to.equal('the database rejected the statement: users_unionid_unique (SQLSTATE 23505)');
  });

  it('never reveals a value that the server quotes (property)', () => {
    const code = fc.constantFrom(...cases<string>('failure', 'codes'));
    fc.assert(
      fc.property(code, fc.stringMatching(/^secret-[a-z0-9]{8}$/), (state, value) => {
        const error = serverError(state, {
          message: `invalid input syntax: "${value}"`,
          detail: `Key (unionid)=(${value}) already exists.`,
          where: `portal with parameter $1 = '${value}'`,
          hint: value,
          query: value,
          params: [value],
        });
        const failure = toFailure(error);
        const told = `${failure.stack} ${JSON.stringify(Object.getOwnPropertyDescriptors(failure))}`;
        return !told.includes(value) && failure.cause === undefined;
      }),
    );
  });

  it('passes other errors on unchanged', () => {
    const problem = new Problem('account_disabled');
    expect(toOutside(problem)).to.equal(problem);
  });
});
