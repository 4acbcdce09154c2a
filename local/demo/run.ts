import { anvilArguments } from '../chain/anvil-command.ts';
import type { LiveQuickstart, Quickstart } from '../data/quickstart.ts';
import { runCheckout } from './checkout.ts';
import { findStack, type NeededStack } from './find-stack.ts';
import type { DemoOptions, Story } from './options.ts';
import { runPayoutLink } from './payout-link.ts';
import { proxyBetween } from './proxy-between.ts';
import type { Print } from './show.ts';
import { runWalkthrough } from './walkthrough.ts';

/** The options, and the data directory of the stack, whether or not it was given. */
type PlayOptions = DemoOptions & { readonly dataDirectory: string };

type Play = (quickstart: Quickstart, print: Print, signal: AbortSignal, options: PlayOptions) => Promise<void>;

/** A demo, and the stack on which it runs. */
interface Played extends NeededStack {
  readonly play: Play;
}

const sandbox = { file: 'quickstart.json', command: 'npm start' } as const;

/** A stack with a live organization and a development chain. */
const withChain = {
  file: 'live.json',
  command: 'npm start -- --chain URL',
  startNode: async () => (await import('../chain/anvil.ts')).startAnvil(...anvilArguments),
} as const;

const stories: Readonly<Record<Story, Played>> = {
  payout: { ...sandbox, play: runWalkthrough },
  checkout: { ...sandbox, play: runCheckout },
  'payout-link': { ...sandbox, play: runPayoutLink },
  'self-funded': {
    ...withChain,
    play: async (quickstart, print, signal) => {
      const { runSelfFunded } = await import('./self-funded.ts');
      return runSelfFunded(quickstart as LiveQuickstart, print, signal);
    },
  },
  wallet: {
    ...withChain,
    play: async (quickstart, print, signal, { dataDirectory }) => {
      const { runWallet } = await import('./wallet.ts');
      return runWallet(quickstart as LiveQuickstart, dataDirectory, print, signal);
    },
  },
};

interface Terminal {
  readonly print: Print;
  /** Ends the demo early. Everything that it has started is stopped too. */
  readonly signal: AbortSignal;
}

/** Finds or starts a stack, runs the steps of the demo on it, and leaves no process or file behind. */
export async function runDemo(options: DemoOptions, { print, signal }: Terminal): Promise<void> {
  const story = stories[options.story];
  const stack = await findStack(options, story);
  try {
    signal.throwIfAborted();
    print(`Sluice at ${stack.quickstart.baseUrl}`);
    print(stack.isOwn ? 'Started for this demo alone.' : 'The one that is running.');
    const proxy = proxyBetween(stack.quickstart.baseUrl);
    if (proxy) print(proxy);
    await story.play(stack.quickstart, print, signal, { ...options, dataDirectory: stack.dataDirectory });
  } finally {
    await stack.stop();
  }
}
