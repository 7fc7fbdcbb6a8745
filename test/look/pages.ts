// The pages that are measured and photographed: pages of this repository's content, and the first actions on them.
import type { Page } from 'playwright-core';

export type Look = {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Also photographed on paper. */
  readonly onPaper?: true;
};

const password = 'duplex-demo-2026';

async function search(page: Page, query: string): Promise<void> {
  await page.locator('.search-open').click();
  await page.locator('.search input').fill(query);
  await page.locator('.search-status').filter({ hasText: '找到' }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('密码').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.unlocked').waitFor();
}

/** A tab remembers the articles that were unlocked in it. */
async function unlockAndReload(page: Page): Promise<void> {
  await unlock(page);
  await page.reload();
  await page.locator('.unlocked').waitFor();
}

async function draw(page: Page): Promise<void> {
  await page.locator('.diagram').scrollIntoViewIfNeeded();
  await page.locator('.drawing > svg:visible').waitFor();
}

export const looks: readonly Look[] = [
  { name: 'home', path: '/' },
  { name: 'post', path: '/posts/tcp-ip-handshake-observed/', onPaper: true },
  { name: 'post-with-formulas', path: '/posts/rl-bandit-from-scratch/', onPaper: true },
  { name: 'post-with-images', path: '/posts/cs-utf8-by-hand/', onPaper: true },
  { name: 'post-with-diagram', path: '/posts/embedded-debounce-state-machine/', act: draw, onPaper: true },
  { name: 'prompt', path: '/posts/prompt-code-reviewer/', onPaper: true },
  { name: 'locked', path: '/posts/skill-locked-notes/' },
  { name: 'unlocked', path: '/posts/skill-locked-notes/', act: unlock, onPaper: true },
  { name: 'unlocked-reloaded', path: '/posts/skill-locked-notes/', act: unlockAndReload },
  { name: 'search', path: '/', act: (page) => search(page, '二分查找的边界') },
  { name: 'search-without-hits', path: '/', act: (page) => search(page, '量子纠缠火锅') },
  { name: 'archives', path: '/archives/' },
  { name: 'categories', path: '/categories/' },
  { name: 'category', path: '/categories/ai/' },
  { name: 'tags', path: '/tags/' },
  { name: 'about', path: '/about/' },
  { name: 'missing', path: '/posts/binary-search/' },
];
