import type { Quickstart } from '../quickstart.ts';
import { runCheckout } from './checkout.ts';
import { findStack } from './find-stack.ts';
import type { DemoOptions, Story } from './options.ts';
import { runPayoutLink } from './payout-link.ts';
import { proxyBetween } from './proxy-between.ts';
import type { Print } from './show.ts';
import { runWalkthrough } from './walkthrough.ts';

type Play = (quickstart: Quickstart, print: Print, signal: AbortSignal, options: DemoOptions) => Promise<void>;

const stories: Readonly<Record<Story, Play>> = {
  payout: runWalkthrough,
  checkout: runCheckout,
  'payout-link': runPayoutLink,
};

interface Terminal {
  readonly print: Print;
  /** Ends the demo early; what it started is ended all the same. */
  readonly signal: AbortSignal;
}

/** Finds or starts a stack, runs the steps of the demo on it, and leaves no process and no file of its own behind. */
export async function runDemo(options: DemoOptions, { print, signal }: Terminal): Promise<void> {
  const stack = await findStack(options);
  try {
    signal.throwIfAborted();
    print(`Sluice at ${stack.quickstart.baseUrl}`);
    print(stack.isOwn ? 'Started for this demo alone.' : 'The one that is running.');
    const proxy = proxyBetween(stack.quickstart.baseUrl);
    if (proxy) print(proxy);
    await stories[options.story](stack.quickstart, print, signal, options);
  } finally {
    await stack.stop();
  }
}
