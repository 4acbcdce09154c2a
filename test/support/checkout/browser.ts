import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What was checked on another page that is made alike: a part of the page by its selector, and rules by their ids. */
interface SeenBefore {
  readonly part: string;
  readonly rules: readonly string[];
}

/** Expects a page to break no rule of WCAG 2.2 AA that can be checked, and to fit its width. */
export async function expectAccessible(page: Page, what: string, seen?: SeenBefore): Promise<void> {
  const context = seen === undefined ? 'document' : JSON.stringify({ exclude: [seen.part] });
  const rules = JSON.stringify(Object.fromEntries((seen?.rules ?? []).map((rule) => [rule, { enabled: false }])));
  // Not as a script of the page, which its policy forbids.
  const result = await page.evaluate(
    `(() => { ${axe.source}; return axe.run(${context}, { rules: ${rules}, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }); })()`,
  );
  const { violations } = result as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    what,
  ).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow, `${what}: wider than the screen`).toBeLessThanOrEqual(0);
}

/** Tabs to what has a name, and presses Enter on it. */
export async function press(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) > 0 && (await focused.innerText()).trim() === name) {
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
      await page.keyboard.press('Enter');
      return;
    }
  }
  throw new Error(`no Tab leads to ${name}`);
}

/**
 * Goes back as by the browser's button. Where that page was the answer to a form, Chromium shows a page of its own that asks
 * whether to send the form again, and comes to it after it has reported an error.
 */
export async function goBack(page: Page): Promise<void> {
  const isShown = await page.goBack({ waitUntil: 'domcontentloaded' }).then(
    () => true,
    () => false,
  );
  if (!isShown) await page.waitForURL('chrome-error://chromewebdata/');
}
