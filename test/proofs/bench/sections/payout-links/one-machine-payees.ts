import { setTimeout as sleep } from 'node:timers/promises';
import { Sluice } from '../../../../../client/src/index.ts';
import { Browser } from '../../../../../local/demo/browser.ts';
import { claimLink } from '../../../../../local/demo/claim-link.ts';
import { withStack } from '../../service/stack.ts';
import { round } from '../../statistics.ts';

/** Payees on the one-machine stack, over HTTP, each with a link of their own. */
export interface PayeesFigures {
  readonly links: number;
  /** Whose payout was completed. */
  readonly paid: number;
  /** From the first request of a page until all payouts are completed. */
  readonly paidSeconds: number;
}

const pollMs = 100;
const patienceMs = 120_000;

/** @param links at most a hundred, which the API shows on a page */
export function measurePayees(links: number): Promise<PayeesFigures> {
  return withStack(['--quiet'], async ({ quickstart }) => {
    const sluice = new Sluice(quickstart);
    await sluice.fundSandbox({ amount: '10000.00' });
    const urls: string[] = [];
    while (urls.length < links) {
      const made = await sluice.createPayoutLink({
        amount: '10.00',
        currency: 'USD',
        reference: `link-${urls.length}`,
      });
      if (made.status === 'pending_approval' || made.url === undefined) throw new Error('the link has no address');
      urls.push(made.url);
    }
    const begunAt = performance.now();
    await Promise.all(urls.map((url) => claimLink(new Browser(AbortSignal.timeout(patienceMs)), url)));
    for (;;) {
      const { data } = await sluice.listOrders({ limit: links });
      const paid = data.filter(({ status }) => status === 'completed').length;
      const tookMs = performance.now() - begunAt;
      if (paid >= links || tookMs > patienceMs) return { links, paid, paidSeconds: round(tookMs / 1000, 1) };
      await sleep(pollMs);
    }
  });
}
