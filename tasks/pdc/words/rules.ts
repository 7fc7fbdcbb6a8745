// The rules of articles (protocol section 6) by name, in their order: severities follow from them, and `_site.yml` is
// checked by them. `tasks/flow/checks/checked-rules.ts` says which function checks each.
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
  /** What `--lenient` does instead if the rule is broken, with a warning; without it the severity stays. */
  readonly fallback?: Words;
  /** `_site.yml` cannot lower the severity, because nothing can be published in its place. */
  readonly fixed?: boolean;
};

export const rules = Object.entries(table).map(([id, rule]) => ({ id, ...rule })) as readonly Rule[];

export type RuleSettings = Readonly<Partial<Record<RuleId, Setting>>>;

export const fixedRules: readonly RuleId[] = rules.filter(({ fixed }) => fixed).map(({ id }) => id);
