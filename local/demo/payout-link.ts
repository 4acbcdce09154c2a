import { type PayoutLink, Sluice, type SluiceOptions } from '../../client/src/index.ts';
import { Browser } from './browser.ts';
import { claimLink } from './claim-link.ts';
import type { DemoOptions } from './options.ts';
import { createShow, type Print, type Show } from './show.ts';
import { showCalls } from './show-calls.ts';

/** Enough time for a person to read the page, choose and type. */
const CLAIMED_WITHIN_MS = 60_000;
const SETTLED_WITHIN_MS = 12_000;
const POLL_MS = 500;
const endings: readonly string[] = ['payout.completed', 'payout.failed', 'payout.returned'];

/** Creates a payout link, waits until the user has claimed it in a browser, and follows its payout. */
export async function runPayoutLink(
  quickstart: SluiceOptions,
  print: Print,
  signal: AbortSignal,
  { claimsItself }: Pick<DemoOptions, 'claimsItself'>,
): Promise<void> {
  const show = createShow(print);
  const sluice = new Sluice({ ...quickstart, fetch: showCalls(show, quickstart.organizationId) });

  const money = { amount: '500.00' };
  show.heading('Fund the sandbox balance');
  show.fields('sent', money);
  show.fields('got', await sluice.fundSandbox(money, { signal }));

  const request = { amount: '100.00', currency: 'USD', note: 'First prize', reference: `demo-${Date.now()}` };
  show.heading('Create a payout link: its amount is held, and its page asks the payee where to be paid');
  show.fields('sent', request);
  const made = await sluice.createPayoutLink(request, { signal });
  if (made.status === 'pending_approval') throw new Error('The policy of this organization requires a vote first.');
  const { payoutLinkId, url, status, held } = made;
  show.fields('got', { payoutLinkId, status, held });
  if (url === undefined) throw new Error('A link that was just created has an address.');

  await claim(claimsItself, url, show, print, signal);
  const claimed = await untilClaimed(sluice, payoutLinkId, signal);
  if (!claimed) {
    await sluice.cancelPayoutLink({ payoutLinkId }, { signal });
    print('\nNobody claimed it within a minute, so it was canceled. What it held is available again.');
    return;
  }
  show.fields('got', { status: claimed.status, payoutId: claimed.payoutId });

  show.heading('Follow the payout, which goes on like any other');
  await follow(sluice, show, claimed, signal);
  print('\nDone: claimed once, and paid.');
}

async function claim(itself: boolean, url: string, show: Show, print: Print, signal: AbortSignal): Promise<void> {
  if (itself) {
    show.heading('Open the page as the payee: enter an account, look at the price, and confirm it');
    const page = await claimLink(new Browser(signal), url);
    show.line('page', `${page.status} ${page.title}`);
    return;
  }
  show.heading('Open this page as the payee, within a minute. Use an account that it suggests');
  print(`\n   ${url}\n`);
}

/** @returns undefined if nobody has claimed the link */
async function untilClaimed(
  sluice: Sluice,
  payoutLinkId: string,
  signal: AbortSignal,
): Promise<PayoutLink | undefined> {
  // These calls are not shown, because they would hide the address.
  for (const until = Date.now() + CLAIMED_WITHIN_MS; Date.now() < until; ) {
    const link = await sluice.getPayoutLink({ payoutLinkId }, { signal });
    if (link.status !== 'open') return link.status === 'claimed' ? link : undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}

async function follow(sluice: Sluice, show: Show, { payoutId = '' }: PayoutLink, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(SETTLED_WITHIN_MS)]);
  for await (const { type, sequence } of sluice.followEvents({ payoutId, pollMs: POLL_MS, signal: patience })) {
    show.line('got', `${type.padEnd(20)} sequence ${sequence}`);
    if (endings.includes(type)) return;
  }
  signal.throwIfAborted();
}
