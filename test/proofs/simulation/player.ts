import { closeAll, openPeers } from '../../local/table/peers.ts';
import { deliberateFaults } from './deliberate-faults/all.ts';
import type { Played, Task } from './players.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';

/** A process that plays one story after another, as `players.ts` sends them, until its parent lets it go. */

async function play({ seed, deliberate: name, isRefereed, endpoint }: Task): Promise<Played> {
  const story = storyOf(seed);
  const deliberate = deliberateFaults.find((fault) => fault.name === name);
  const peers = isRefereed ? await openPeers(endpoint) : [];
  const { violations } = await runStory(story, { deliberate, peers });
  await closeAll(peers);
  return { seed, commands: story.commands.length, violations };
}

process.on('message', (task: Task) => {
  void play(task).then((played) => process.send?.(played));
});
