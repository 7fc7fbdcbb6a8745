// Runs a linter of OpenAPI documents on the description of the API.
import { expect } from 'chai';
import { endpoints } from '../../../server/login-endpoints.ts';
import { describeApi } from '../../../server/openapi/openapi-document.ts';
import { baseUrl } from '../../support/login.ts';
import { load } from './installed.ts';

describe('openapi.json', () => {
  it('is accepted by a linter', async function () {
    const { createConfig, lintFromString } = await load(this, () => import('@redocly/openapi-core'));
    const config = await createConfig({ extends: ['recommended'] });
    const defects = await lintFromString({ source: JSON.stringify(describeApi(baseUrl, endpoints)), config });
    const lines = defects.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`);
    // These requests have no parameters, so clients cannot make mistakes in them.
    const harmless = ['healthz', 'readyz', 'metrics', 'openapi.json', 'api~1auth~1openapi.json'].map(
      (name) => `operation-4xx-response #/paths/~1${name}/get/responses`,
    );
    expect(lines).to.have.members(harmless);
  });
});
