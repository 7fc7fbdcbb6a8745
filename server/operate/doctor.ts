// `npm run doctor`: checks a production configuration before anybody signs in, and says what to mend.
// Ends with 0 where nothing is wrong, 1 where something is, 2 where the settings could not be read and nothing was checked.
import { ConfigError, readProductionConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { compareSettings } from './doctor/agreement.ts';
import { about, ok, formatFindings, warn } from './doctor/finding.ts';
import type { Finding } from './doctor/finding.ts';
import { examinePages } from './doctor/pages.ts';
import { examinePlatform } from './doctor/platform.ts';
import { examineDatabase, examineRedis } from './doctor/stores.ts';
import { checkProxyPath } from './doctor/way.ts';
import { Failure, runCommand } from '../failure.ts';
import { printedHelpOnly } from '../usage.ts';

async function examine(config: Config): Promise<readonly Finding[]> {
  const findings = await Promise.all([
    examineDatabase(config),
    examineRedis(config),
    examinePlatform(config),
    examinePages(config),
    checkProxyPath(config),
  ]);
  return [...compareSettings(config), ...findings.flat()];
}

const usage = `npm run doctor   checks the settings of production before anybody signs in, and says what to mend; it ends with 0 where
                 nothing is wrong, 1 where something is, 2 where nothing could be checked`;

void runCommand(async () => {
  if (printedHelpOnly(usage)) return 0;
  const { config, isProduction } = readSettings();
  const settings = isProduction
    ? ok(`complete, for ${config.baseUrl}`)
    : warn('complete, but NODE_ENV is not production here', 'start the service with NODE_ENV=production');
  const findings = [...about('settings', [settings]), ...(await examine(config))];
  process.stdout.write(formatFindings(findings));
  return findings.some(({ verdict }) => verdict === 'error') ? 1 : 0;
});

function readSettings(): ReturnType<typeof readProductionConfig> {
  try {
    return readProductionConfig();
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(error.message, { exitCode: 2 }) : error;
  }
}
