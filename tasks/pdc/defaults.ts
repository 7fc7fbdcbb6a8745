// The tables that hold where `_site.yml` says nothing else: the seed's prefixes and the slugs of their names.

export type Prefix = { readonly categories: readonly string[]; readonly tags: readonly string[] };

/** Prefix without its last hyphen -> its categories (the seed's table) and the names that its first tag may have. */
export const defaultPrefixes: Readonly<Record<string, Prefix>> = {
  ai: { categories: ['技术', '人工智能'], tags: ['AI', '人工智能'] },
  python: { categories: ['技术', 'Python'], tags: ['Python'] },
  cpp: { categories: ['技术', 'C/C++'], tags: ['C++', 'C/C++'] },
  java: { categories: ['技术', 'Java'], tags: ['Java'] },
  linux: { categories: ['技术', 'Linux'], tags: ['Linux'] },
  hexo: { categories: ['技术', '建站'], tags: ['建站', 'Hexo'] },
  algo: { categories: ['技术', '算法'], tags: ['算法', 'Algorithm'] },
  db: { categories: ['技术', '数据库'], tags: ['数据库', 'Database'] },
  frontend: { categories: ['技术', '前端'], tags: ['前端', 'Frontend'] },
  cs: { categories: ['技术', '计算机基础'], tags: ['计算机基础', 'CS'] },
  ros: { categories: ['技术', '机器人'], tags: ['机器人', 'ROS'] },
  slam: { categories: ['技术', 'SLAM'], tags: ['SLAM'] },
  rl: { categories: ['技术', '人工智能'], tags: ['强化学习', 'RL', '人工智能'] },
  'tcp-ip': { categories: ['技术', 'TCP-IP'], tags: ['TCP-IP', 'TCP/IP'] },
  info: { categories: ['技术', '信息获取'], tags: ['信息获取', 'Info'] },
  skill: { categories: ['技术', 'Skill'], tags: ['Skill'] },
  prompt: { categories: ['技术', '提示词'], tags: ['Prompt', '提示词'] },
  reading: { categories: ['读书'], tags: ['读书', 'Reading'] },
  embedded: { categories: ['技术', '嵌入式'], tags: ['嵌入式', 'Embedded'] },
};

export const defaultCategoryMap: Readonly<Record<string, string>> = {
  技术: 'tech',
  人工智能: 'ai',
  Python: 'python',
  'C/C++': 'cpp',
  Java: 'java',
  Linux: 'linux',
  建站: 'hexo',
  算法: 'algo',
  数据库: 'db',
  前端: 'frontend',
  计算机基础: 'cs',
  机器人: 'ros',
  SLAM: 'slam',
  'TCP-IP': 'tcp-ip',
  信息获取: 'info',
  Skill: 'skill',
  提示词: 'prompt',
  读书: 'reading',
  嵌入式: 'embedded',
};

/** Every name that may be a first tag, sent to its prefix: a name that two prefixes share belongs to the first. */
export const defaultTagMap: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(defaultPrefixes)
    .flatMap(([prefix, { tags }]) => tags.map((tag) => [tag, prefix] as const))
    .filter(([tag], index, all) => all.findIndex(([other]) => other === tag) === index),
);

/** Assistants that fetch a page because a person asked them to; robots.txt lets them read `/api/`. */
export const defaultAgents: readonly string[] = [
  'ChatGPT-User',
  'Claude-User',
  'DuckAssistBot',
  'Gemini-Deep-Research',
  'Google-NotebookLM',
  'meta-externalfetcher',
  'MistralAI-User',
  'Perplexity-User',
];
