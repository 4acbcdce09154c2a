import { report } from './report.ts';
import { type Run, runStory } from './run-story.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';

/**
 * Plays a seed that failed again, makes its story small and tells it.
 * @param violations what another process found: a referee's disagreement is not seen without the referee
 */
export async function explain(seed: number, violations: readonly string[] = [], mostRuns?: number): Promise<string> {
  const failed: Run = await runStory(storyOf(seed));
  if (failed.violations.length === 0)
    return [`seed ${seed} fails, but not when it is played again:`, ...violations].join('\n');
  return report(await shrink(failed, (story) => runStory(story), mostRuns), failed);
}
