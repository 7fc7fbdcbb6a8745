// The rules of articles (protocol section 6), in order. They define the severities, and the names that `rules` in
// `_site.yml` may have. `tasks/flow/checks/checked-rules.ts` lists the function that checks each rule.
import type { Words } from './language.ts';
import table from './rules.json' with { type: 'json' };

export type RuleId = keyof typeof table;
export type Severity = 'error' | 'warn';
export type Setting = Severity | 'off';

export type Rule = {
  readonly id: RuleId;
  readonly severity: Severity;
  /** The requirement, for people. */
  readonly asks: Words;
  /**
   * The fallback of a build with `--lenient`, which replaces the error by a warning. A rule without a fallback keeps
   * its severity.
   */
  readonly fallback?: Words;
  /** `_site.yml` cannot lower the severity, because an article that breaks the rule cannot be published. */
  readonly fixed?: boolean;
};

export const rules = Object.entries(table).map(([id, rule]) => ({ id, ...rule })) as readonly Rule[];

export type RuleSettings = Readonly<Partial<Record<RuleId, Setting>>>;

export const fixedRules: readonly RuleId[] = rules.filter(({ fixed }) => fixed).map(({ id }) => id);
