import type { Story } from './plan.ts';
import type { Run } from './run-story.ts';

/** Leaving something out changes who is next; another order may still show the fault. */
const ordersTried = 2;

/**
 * Leaves out commands and faults for as long as the same sentence is still broken: first halves, then ever smaller parts.
 * @param play plays a story from its beginning
 * @param mostRuns how many runs this may cost
 */
export async function shrink(failed: Run, play: (story: Story) => Promise<Run>, mostRuns = 200): Promise<Run> {
  const sentence = sentenceOf(failed);
  let best = failed;
  let runs = 0;

  async function breaks(story: Story): Promise<boolean> {
    for (let order = 0; order < ordersTried && runs < mostRuns; order += 1) {
      runs += 1;
      const run = await play({ ...story, order: best.story.order + order });
      if (sentenceOf(run) !== sentence) continue;
      best = run;
      return true;
    }
    return false;
  }

  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && runs < mostRuns; ) {
    before = sizeOf(best);
    await leaveOut('commands', () => best.story, breaks);
    await leaveOut('faults', () => best.story, breaks);
  }
  return best;
}

async function leaveOut(
  part: 'commands' | 'faults',
  current: () => Story,
  breaks: (story: Story) => Promise<boolean>,
): Promise<void> {
  for (let size = Math.ceil(current()[part].length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < current()[part].length; ) {
      const story = current();
      const rest = [...story[part].slice(0, start), ...story[part].slice(start + size)];
      if (!(await breaks({ ...story, [part]: rest }))) start += size;
    }
  }
}

/** The invariant that broke first. */
export function sentenceOf({ violations }: Run): string | undefined {
  return violations[0]?.split(':')[0];
}

function sizeOf({ story }: Run): number {
  return story.commands.length + story.faults.length;
}
