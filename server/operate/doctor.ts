// `npm run doctor`: checks a production configuration and prints remedies. Exits with 0 if it finds no errors, with 1
// if it finds errors, and with 2 if the settings are invalid and nothing was checked.
import { ConfigError, languageOfTerminal, readProductionConfig } from '../login-config.ts';
import type { Config } from '../login-config.ts';
import { compareSettings } from './doctor/setting-conflicts.ts';
import { about, ok, formatReports, warn } from './doctor/doctor-report.ts';
import type { Report } from './doctor/doctor-report.ts';
import { examinePages } from './doctor/page-check.ts';
import { examinePlatform } from './doctor/platform-check.ts';
import { examineDatabase, examineRedis } from './doctor/store-check.ts';
import { checkProxyPath } from './doctor/proxy-check.ts';
import { Failure, runCommand } from '../command-failure.ts';
import { printedHelpOnly } from '../command-help.ts';

async function examine(config: Config): Promise<readonly Report[]> {
  const reports = await Promise.all([
    examineDatabase(config),
    examineRedis(config),
    examinePlatform(config),
    examinePages(config),
    checkProxyPath(config),
  ]);
  return [...compareSettings(config), ...reports.flat()];
}

const usage = {
  en: `npm run doctor   checks the settings of production and prints remedies; exits with 0 if there are no errors, with 1 if
                 there are errors, with 2 if nothing could be checked`,
  zh: `npm run doctor   检查生产环境的设置，并给出改正方法；没有错误时退出码为 0，有错误时为 1，
                 无法检查时为 2`,
};

void runCommand(async () => {
  if (printedHelpOnly(usage[languageOfTerminal({ unset: 'zh' })])) return 0;
  const { config, isProduction } = readSettings();
  const settings = isProduction
    ? ok({ en: `complete, for ${config.baseUrl}`, zh: `齐全，地址是 ${config.baseUrl}` })
    : warn(
        { en: 'complete, but NODE_ENV is not production here', zh: '齐全，但这里的 NODE_ENV 不是 production' },
        { en: 'start the service with NODE_ENV=production', zh: '请用 NODE_ENV=production 启动服务' },
      );
  const reports = [...about('settings', [settings]), ...(await examine(config))];
  process.stdout.write(formatReports(reports, languageOfTerminal({ unset: 'zh' })));
  return reports.some(({ verdict }) => verdict === 'error') ? 1 : 0;
});

function readSettings(): ReturnType<typeof readProductionConfig> {
  try {
    return readProductionConfig();
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(error.message, { exitCode: 2 }) : error;
  }
}
