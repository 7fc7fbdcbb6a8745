// English slugs for names that Chinese blogs use for categories and tags everywhere; pinyin stands for all others.
import names from './names.json' with { type: 'json' };

const usualSlugs: Readonly<Record<string, string>> = names;

/** The slug that a name is proposed: the usual word, where nobody has it yet. */
export function slugOf(name: string, { proposal, taken }: { proposal: string; taken: ReadonlySet<string> }): string {
  const usual = usualSlugs[name.trim()];
  return usual !== undefined && !taken.has(usual) ? usual : proposal;
}
