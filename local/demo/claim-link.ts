import type { Browser, Page } from './browser.ts';

/** An account of the sandbox that takes every payout. */
const inGermany = { country: 'DE', method: 'eur_de_iban' };
const account = { type: 'individual', name: 'Grace Hopper', 'account.iban': 'DE89 3704 0044 0532 0130 00' };

/**
 * Opens the page of a payout link, says where to be paid, and confirms the price that is shown.
 * @param url as it was answered once
 * @returns the last page
 */
export async function claimLink(browser: Browser, url: string): Promise<Page> {
  const details = await browser.open(`${url}?${new URLSearchParams(inGermany)}`);
  const price = await browser.submit(details, account);
  return browser.submit(price);
}
