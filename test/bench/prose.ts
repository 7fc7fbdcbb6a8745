// The corpus's prose: sentence patterns of Chinese technical writing, with the inline markup that such writing carries.
import type { Chance } from './chance.ts';
import type { Domain } from './domains.ts';

type Words = {
  subject: () => string;
  concept: () => string;
  tool: () => string;
  code: () => string;
  quality: () => string;
  place: () => string;
  number: () => string;
  percent: () => string;
};
type Pattern = (words: Words) => string;

const qualities = [
  '吞吐量',
  '尾延迟',
  '可读性',
  '内存占用',
  '启动时间',
  '可维护性',
  '命中率',
  '稳定性',
  '部署成本',
  '恢复速度',
  '可观测性',
  '开发体验',
];
const places = [
  '线上环境',
  '压测阶段',
  '本地开发机',
  '灰度发布期间',
  '高峰时段',
  '冷启动之后',
  '小规模集群',
  '持续集成流水线',
  '老旧项目',
  '边缘节点',
];

const sentences: readonly Pattern[] = [
  (w) => `很多人第一次接触${w.subject()}时，会把注意力放在${w.quality()}上，却忽略了${w.concept()}才是真正的瓶颈。`,
  (w) => `在${w.place()}里，${w.concept()}往往与${w.concept()}同时出现，单独处理其中一个并不能解决问题。`,
  (w) => `我们用 ${w.tool()} 做了一轮对比，调整 \`${w.code()}\` 之后，${w.quality()}大约变化了 ${w.percent()}%。`,
  (w) => `这里的关键在于**${w.concept()}**：它决定了系统在压力下是缓慢退化，还是突然失去响应。`,
  (w) => `如果只记住一条经验，那就是先测量再动手，不要凭直觉去改${w.concept()}的默认配置。`,
  (w) => `从实现上看，\`${w.code()}\` 只是入口，真正的工作发生在${w.concept()}这一层。`,
  (w) => `官方文档对${w.concept()}的描述比较克制，实际使用时还要考虑${w.place()}中的资源限制。`,
  (w) => `换句话说，${w.quality()}与${w.quality()}之间没有免费的午餐，取舍要写进设计文档里。`,
  (w) => `当请求数量超过 ${w.number()} 之后，${w.concept()}的开销开始变得明显，曲线也不再是线性的。`,
  (w) => `一个常见的误解是：只要引入 ${w.tool()}，${w.concept()}就会自动消失。`,
  (w) => `排查这类问题时，建议先看**${w.concept()}**相关的指标，再回头确认 \`${w.code()}\` 的取值是否合理。`,
  (w) => `${w.subject()}的价值不在于技术本身有多新，而在于它让${w.quality()}变得可以预期。`,
  (w) => `为了验证这个猜想，我把样本量从 ${w.number()} 提高到 ${w.number()}，结论依然成立。`,
  (w) => `需要说明的是，下面的做法依赖 ${w.tool()} 的较新版本，旧版本没有暴露 \`${w.code()}\` 这个选项。`,
  (w) => `对于${w.place()}，更稳妥的方案是保留一条退路，让**${w.concept()}**可以随时关闭。`,
  (w) => `这也解释了为什么同样的代码在${w.place()}表现良好，到了${w.place()}却频频超时。`,
  (w) => `先把问题拆开：一部分来自${w.concept()}，另一部分来自我们自己对${w.subject()}的理解偏差。`,
  (w) => `读者可以把它想象成一条流水线，每个环节只做一件事，而**${w.concept()}**负责把它们串起来。`,
  (w) => `在 ${w.tool()} 里，默认的缓冲大小是 ${w.number()}，对大多数场景已经足够。`,
  (w) => `值得注意的是，\`${w.code()}\` 与 \`${w.code()}\` 不能同时启用，否则${w.quality()}反而下降。`,
  (w) => `经过两周的观察，${w.quality()}保持稳定，但**${w.concept()}**带来的偶发抖动仍然存在。`,
  (w) => `所以结论并不复杂：能用简单结构表达的，就不要提前引入${w.concept()}。`,
  (w) => `团队内部讨论过三种方案，最后选择了改动最小的那一种，因为${w.place()}不允许停机。`,
  (w) => `把日志级别调高之后，可以清楚地看到**${w.concept()}**在第 ${w.number()} 毫秒被触发。`,
  (w) => `与其追求理论上的最优，不如让${w.subject()}在出错时给出明确的提示。`,
  (w) => `如果你的数据规模不到 ${w.number()} 条，完全可以跳过这一节，直接使用 ${w.tool()} 的默认行为。`,
];

const points: readonly Pattern[] = [
  (w) => `**${w.concept()}**：优先保证${w.quality()}，再考虑${w.quality()}。`,
  (w) => `检查 \`${w.code()}\` 是否与${w.place()}一致。`,
  (w) => `**${w.concept()}**：出现超过 ${w.number()} 次就应当告警。`,
  (w) => `用 ${w.tool()} 复现一次，记录${w.concept()}前后的差异。`,
  (w) => `不要在${w.place()}直接修改线上的${w.subject()}。`,
  (w) => `**${w.subject()}**里最容易忽略的是${w.concept()}。`,
  (w) => `把${w.concept()}的阈值设为 ${w.number()}，并写进配置说明。`,
];

const headings: readonly Pattern[] = [
  (w) => `为什么${w.concept()}如此重要`,
  (w) => `${w.concept()}的工作原理`,
  (w) => `用 ${w.tool()} 动手验证`,
  (w) => `${w.concept()}与${w.concept()}的关系`,
  (w) => `${w.place()}中的${w.quality()}`,
  (w) => `常见误区：${w.concept()}`,
  (w) => `从 ${w.code()} 说起`,
  (w) => `${w.subject()}的取舍`,
  (w) => `如何衡量${w.quality()}`,
  (w) => `一次${w.concept()}引发的故障`,
];

const titles: readonly Pattern[] = [
  (w) => `深入${w.subject()}：${w.concept()}与${w.quality()}的取舍`,
  (w) => `${w.subject()}实战：用 ${w.tool()} 解决${w.concept()}`,
  (w) => `写给工程师的${w.subject()}指南：从${w.concept()}到${w.concept()}`,
  (w) => `${w.subject()}避坑记录：${w.place()}里的${w.concept()}`,
];

const descriptions: readonly Pattern[] = [
  (w) => `本文从${w.concept()}讲起，结合${w.place()}的真实案例，分析${w.subject()}如何影响${w.quality()}。`,
  (w) => `以 ${w.tool()} 为例，介绍${w.subject()}的原理、配置与排查步骤，并给出完整可运行的代码。`,
  (w) => `梳理${w.concept()}、${w.concept()}与${w.quality()}之间的关系，附上一份可以直接照做的检查清单。`,
  (w) => `适合已经了解基础概念、希望在${w.place()}落地${w.subject()}的读者。`,
];

export type Prose = {
  title: () => string;
  /** 50 to 150 code points. */
  description: () => string;
  heading: () => string;
  paragraph: (sentenceCount: number) => string;
  list: (itemCount: number) => string;
  steps: (itemCount: number) => string;
  table: (rowCount: number) => string;
  quote: () => string;
};

export function proseOf(domain: Domain, chance: Chance): Prose {
  const words: Words = {
    subject: () => chance.pick(domain.subjects),
    concept: () => chance.pick(domain.concepts),
    tool: () => chance.pick(domain.tools),
    code: () => chance.pick(domain.codes),
    quality: () => chance.pick(qualities),
    place: () => chance.pick(places),
    number: () => String(chance.between(2, 4096)),
    percent: () => String(chance.between(3, 60)),
  };
  const one = (patterns: readonly Pattern[]): string => chance.pick(patterns)(words);
  const many = (patterns: readonly Pattern[], count: number): string[] =>
    chance.several(patterns, count).map((pattern) => pattern(words));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

  return {
    title: () => one(titles),
    description: () => many(descriptions, 2).join(''),
    heading: () => one(headings),
    paragraph: (sentenceCount) => many(sentences, sentenceCount).join(''),
    list: (itemCount) =>
      many(points, itemCount)
        .map((point) => `- ${point}`)
        .join('\n'),
    steps: (itemCount) =>
      many(points, itemCount)
        .map((point, at) => `${at + 1}. ${point}`)
        .join('\n'),
    table: (rowCount) =>
      [
        row(['方案', '说明', words.quality(), '建议']),
        row(['---', '---', '---', '---']),
        ...Array.from({ length: rowCount }, () =>
          row([words.concept(), `配合 ${words.tool()} 使用`, `${words.number()} ms`, `${words.quality()}优先`]),
        ),
      ].join('\n'),
    quote: () => `> ${one(sentences)}`,
  };
}
