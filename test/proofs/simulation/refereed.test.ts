import { expect, inject, test } from 'vitest';
import { closeAll, openPeers } from '../../local/table/peers.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';

test.each([1, 2])(
  'seed %i tells the same story again, whether other tables referee it or not',
  {
    timeout: 600_000,
  },
  async (seed) => {
    const peers = await openPeers(inject('dynamoDbEndpoint'));

    const first = await runStory(storyOf(seed));
    const second = await runStory(storyOf(seed));
    const refereed = await runStory(storyOf(seed), { peers });

    expect(first.violations).toEqual([]);
    expect(second.trace).toEqual(first.trace);
    expect(refereed.trace).toEqual(first.trace);
    await closeAll(peers);
  },
);
