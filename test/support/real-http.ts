// Restores Node's HTTP for a suite. As soon as a test file loads nock, nock replaces Node's HTTP in the whole process.
// nock's copy differs: errors of TLS sockets are lost, and a garbage-collected request loses its deadline.
import nock from 'nock';

/** Call it in a `describe`. */
export function useRealHttp(): void {
  before(() => nock.restore());
  after(() => {
    if (!nock.isActive()) nock.activate();
  });
}
