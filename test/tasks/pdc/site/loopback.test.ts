import { expect } from 'chai';
import { isLoopback, isLoopbackHost } from '#pdc/site/loopback';
import { cases } from '../../../support/cases.ts';

describe('isLoopback', () => {
  for (const host of cases<string>('loopback', 'this machine'))
    it(`accepts ${host}`, () => expect(isLoopback(host)).to.equal(true));
  for (const host of cases<string>('loopback', 'other machines'))
    it(`refuses ${JSON.stringify(host)}`, () => expect(isLoopback(host)).to.equal(false));
});

describe('isLoopbackHost', () => {
  for (const host of cases<string>('loopback', 'headers of this machine'))
    it(`accepts ${host}`, () => expect(isLoopbackHost(host)).to.equal(true));
  for (const host of cases<string>('loopback', 'headers of others'))
    it(`refuses ${JSON.stringify(host)}`, () => expect(isLoopbackHost(host)).to.equal(false));
});
