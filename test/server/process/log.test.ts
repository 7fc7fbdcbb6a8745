// Secrets are removed from a log line, wherever they are.
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { createLog } from '../../../server/process/log.ts';
import { Problem } from '../../../server/problem.ts';
import { cases } from '../../support/cases.ts';

describe('the log', () => {
  const linesOf = (write: (log: ReturnType<typeof createLog>) => void): string => {
    let text = '';
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    write(createLog('trace', sink));
    return text;
  };

  it('contains no value whose name is that of a secret, neither at the top level of a line nor in a member', () => {
    for (const name of cases<string>('log', 'secrets')) {
      const text = linesOf((log) => {
        log.info({ [name]: 'planted-above' }, 'said');
        log.info({ answer: { [name]: 'planted-below' } }, 'said');
      });
      expect(text.match(/\[redacted\]/g), name).to.have.lengthOf(2);
      expect(text, name).not.to.contain('planted');
    }
  });

  it('contains only the type of a thrown value that is not an error', () => {
    for (const err of ['planted-words', { words: 'planted-words' }]) {
      const text = linesOf((log) => log.error({ err }, 'failed'));
      expect(text)
        .to.contain(`"type":"${typeof err}"`)
        .and.not.contain('planted');
    }
  });

  it('contains neither the message of an error nor its cause', () => {
    const cause = new Error('duplicate key (openid)=(planted-value)');
    const text = linesOf((log) => log.error({ err: new Error('planted-words', { cause }) }, 'failed'));
    expect(text).to.contain('"type":"Error"').and.not.contain('planted');
  });

  it('names the codes of an error and of its cause, for the operator', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:5432'), { code: 'ECONNREFUSED' });
    for (const err of [new Error('fetch failed', { cause }), new Problem('store_unavailable', { cause })]) {
      const text = linesOf((log) => log.error({ err }, 'failed'));
      expect(text).to.match(/"cause":\{"type":"Error","errorCode":"ECONNREFUSED"/);
    }
  });
});
