import type { Browser, Page } from './browser.ts';

/** A sandbox account for which every payout completes. */
const inGermany = { country: 'DE', method: 'eur_de_iban' };
const account = { type: 'individual', name: 'Grace Hopper', 'account.iban': 'DE89 3704 0044 0532 0130 00' };

/**
 * Opens the page of a payout link, enters the account, and confirms the price that is shown.
 * @param url from the answer that created the link
 * @returns the last page
 */
export async function claimLink(browser: Browser, url: string): Promise<Page> {
  const details = await browser.open(`${url}?${new URLSearchParams(inGermany)}`);
  const price = await browser.submit(details, account);
  return browser.submit(price);
}
