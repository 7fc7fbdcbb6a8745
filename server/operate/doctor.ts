// `npm run doctor`: checks a production configuration before anybody signs in, and says what to mend.
// Ends with 0 where nothing is wrong, 1 where something is, 2 where the settings could not be read and nothing was checked.
import { ConfigError, languageOfTerminal, readProductionConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { compareSettings } from './doctor/conflicts.ts';
import { about, ok, formatFindings, warn } from './doctor/finding.ts';
import type { Finding } from './doctor/finding.ts';
import { examinePages } from './doctor/pages.ts';
import { examinePlatform } from './doctor/platform.ts';
import { examineDatabase, examineRedis } from './doctor/stores.ts';
import { checkProxyPath } from './doctor/proxy-path.ts';
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

const usage = {
  en: `npm run doctor   checks the settings of production before anybody signs in, and says what to mend; it ends with 0 where
                 nothing is wrong, 1 where something is, 2 where nothing could be checked`,
  zh: `npm run doctor   在有人登录之前检查生产环境的设置，并说明怎样改正；没有问题时以 0 结束，
                 有错误时以 1 结束，什么都没能检查时以 2 结束`,
};

void runCommand(async () => {
  if (printedHelpOnly(usage[languageOfTerminal()])) return 0;
  const { config, isProduction } = readSettings();
  const settings = isProduction
    ? ok({ en: `complete, for ${config.baseUrl}`, zh: `齐全，地址是 ${config.baseUrl}` })
    : warn(
        { en: 'complete, but NODE_ENV is not production here', zh: '齐全，但这里的 NODE_ENV 不是 production' },
        { en: 'start the service with NODE_ENV=production', zh: '请用 NODE_ENV=production 启动服务' },
      );
  const findings = [...about('settings', [settings]), ...(await examine(config))];
  process.stdout.write(formatFindings(findings, languageOfTerminal()));
  return findings.some(({ verdict }) => verdict === 'error') ? 1 : 0;
});

function readSettings(): ReturnType<typeof readProductionConfig> {
  try {
    return readProductionConfig();
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(error.message, { exitCode: 2 }) : error;
  }
}
