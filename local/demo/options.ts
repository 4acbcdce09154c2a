import { parseArgs } from 'node:util';
import { defaultDataDirectory } from '../data/name-stack.ts';
import { StartError } from '../process/start-error.ts';

const stories = ['payout', 'checkout', 'payout-link', 'self-funded', 'wallet'] as const;

/** The demos. */
export type Story = (typeof stories)[number];

export interface DemoOptions {
  readonly story: Story;
  /** Instead of the address in the quickstart file. */
  readonly baseUrl: string | undefined;
  /** Undefined if none was given: the default one is then used if a stack runs on it. */
  readonly dataDirectory: string | undefined;
  /** Claims the payout link automatically instead of waiting for the user. */
  readonly claimsItself: boolean;
  readonly help: boolean;
}

export const usage = `Shows a payout step by step: fund, recipient, quote, accept, feed. With 'checkout': product, link, a buyer who pays on
its page, refund, events, webhooks. With 'payout-link': a link, whose page you open to claim it yourself. With
'self-funded': a payout whose money is sent on a chain; a node is started too. With 'wallet': a payout to a wallet on
such a chain.

  npm run demo -- [checkout | payout-link | self-funded | wallet] [options]

  --data DIR       data directory of the running stack (${defaultDataDirectory})
  --base-url URL   address of the running stack, instead of the one in DIR/quickstart.json
  --claim          with 'payout-link': claim the link automatically
  --help           show this

Without options and without a running stack, it starts a stack of its own and removes everything afterwards.
`;

const USAGE_EXIT_CODE = 2;

/** Reads the command line. @throws {StartError} with exit code 2, naming the faulty option. */
export function parseDemoOptions(args: readonly string[]): DemoOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        'base-url': { type: 'string' },
        claim: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
      throw new Error(`--base-url takes an http or https address, not '${baseUrl}'.`);
    }
    return {
      story: storyOf(positionals),
      baseUrl,
      dataDirectory: values.data,
      claimsItself: values.claim,
      help: values.help,
    };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nTry npm run demo -- --help`, USAGE_EXIT_CODE);
  }
}

function storyOf(names: readonly string[]): Story {
  const [name = 'payout', ...others] = names;
  if (others.length === 0 && isStory(name)) return name;
  throw new Error(`There is no demo '${names.join(' ')}'.`);
}

function isStory(name: string): name is Story {
  return stories.some((story) => story === name);
}
