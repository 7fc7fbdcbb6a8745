// The form under a prompt, in a browser: it copies the filled prompt, which equals the prompt that the adapter returns.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillPrompt } from '#pdc/markdown/prompt';
import { articleText } from '../../support/articles.ts';
import { clipboard, until, visitSite } from './visit.ts';

const text = '你用 {{LANGUAGE}} 写 & 测。\n\n  关注：{{ focus }}\n<b>{{language}}</b>';
const args =
  '[{name: language, description: 语言, required: true, example: "Python\\n3"}, {name: focus, description: 关注}]';
const promptText = (fields: Record<string, string>): string =>
  articleText(
    { categories: '["技术", "提示词"]', tags: '["Prompt", "AI"]', ...fields },
    `文。\n\n\`\`\`xml\n<prompt>\n${text}\n</prompt>\n\`\`\`\n`,
  );

describe('the form of a prompt', function () {
  const visit = visitSite({
    'content/prompt-form.md': promptText({ prompt_args: args }),
    'content/prompt-fixed.md': articleText(
      { categories: '["技术", "提示词"]', tags: '["Prompt", "AI"]' },
      '<prompt>\n照此写。\n</prompt>\n',
    ),
    'content/prompt-locked.md': articleText(
      {
        categories: '["技术", "提示词"]',
        tags: '["Prompt", "AI"]',
        prompt_args: '[{name: who, required: true}]',
        password: '"correct horse"',
      },
      '```\n<prompt>\n向 {{WHO}} 问好。\n</prompt>\n```\n',
    ),
  });
  const copied = async (page: Page, name: string): Promise<string> => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
    return clipboard(page);
  };

  it('shows typed values immediately, and copies the finished prompt without its tags', async () => {
    await visit('/posts/prompt-form/', async (page) => {
      const values = { language: 'C++ {{focus}} $& <i>', focus: '两\n行' };
      await page.getByLabel('language').fill(values.language);
      await page.getByLabel('focus').fill(values.focus);
      expect(await page.locator('.prompt').textContent()).to.contain(`你用 ${values.language} 写 & 测。`);
      expect(await page.locator('.placeholder.filled').count()).to.equal(3);
      expect(await copied(page, '复制填好的提示词')).to.equal(
        fillPrompt(text, { names: ['language', 'focus'], values }),
      );
    });
  });

  it('copies nothing while a required value is missing, and leaves out optional values that are missing', async () => {
    await visit('/posts/prompt-form/', async (page) => {
      await page.getByRole('button', { name: '复制填好的提示词' }).click();
      const field = page.getByLabel('language');
      expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).to.equal(true);
      expect(await page.getByRole('status').filter({ hasText: '已复制' }).count()).to.equal(0);
      await field.fill('Go');
      expect(await copied(page, '复制填好的提示词')).to.equal('你用 Go 写 & 测。\n\n  关注：\n<b>Go</b>');
      expect(await page.locator('.prompt').textContent()).to.contain('{{ focus }}');
    });
  });

  it('shows the placeholders again when it is cleared', async () => {
    await visit('/posts/prompt-form/', async (page) => {
      const before = await page.locator('.prompt').textContent();
      await page.getByLabel('language').fill('Go');
      await page.getByRole('button', { name: '清空' }).click();
      await until(page, `document.querySelector('.prompt').textContent === ${JSON.stringify(before)}`);
      expect(await page.locator('.placeholder.filled').count()).to.equal(0);
    });
  });

  it('of a prompt without variables has only the button that copies it', async () => {
    await visit('/posts/prompt-fixed/', async (page) => {
      expect(await page.getByRole('textbox').count()).to.equal(0);
      expect(await copied(page, '复制提示词')).to.equal('照此写。');
    });
  });

  it('works in a locked article', async () => {
    await visit('/posts/prompt-locked/', async (page) => {
      await page.getByLabel('密码').fill('correct horse');
      await page.keyboard.press('Enter');
      await page.getByLabel('who').fill('世界');
      expect(await copied(page, '复制填好的提示词')).to.equal('向 世界 问好。');
    });
  });

  it('disables its button until the script has loaded, because a press would reload the page', async () => {
    await visit('/posts/prompt-fixed/', async (page) => {
      await page.route('**/prompt.js', () => {});
      await page.reload();
      expect(await page.getByRole('button', { name: '复制提示词' }).isDisabled()).to.equal(true);
    });
  });

  it('is hidden if scripts are disabled', async () => {
    await visit(
      '/posts/prompt-form/',
      async (page) => {
        expect(await page.locator('.prompt-form').isVisible()).to.equal(false);
        expect(await page.locator('.prompt').isVisible()).to.equal(true);
      },
      { javaScriptEnabled: false },
    );
  });
});
