// Node's own HTTP. nock replaces it as soon as any test file of a process loads it, and its copies differ: a TLS socket
// fails unheard, and a request that was collected as garbage has lost its deadline.
import nock from 'nock';

/** For the suite that it is called in. */
export function useRealHttp(): void {
  before(() => nock.restore());
  after(() => {
    if (!nock.isActive()) nock.activate();
  });
}
