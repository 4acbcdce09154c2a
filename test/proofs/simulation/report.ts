import type { Run } from './run-story.ts';

/** Violations of one cause come in numbers; a few say it. */
const violationsShown = 8;

/** A failed run in plain words: who did what, which faults struck, what is wrong. */
export function report({ story, told, violations }: Run, original?: Run): string {
  const { seed, commands, faults, oneProcess, organizations } = story;
  const size = (run: Run) => `${run.story.commands.length} commands and ${run.story.faults.length} faults`;
  return [
    '',
    `seed ${seed} fails${original ? ` (${size(original)}, made smaller: ${commands.length} and ${faults.length})` : ''}`,
    `${organizations} organization(s), ${oneProcess ? 'one process for all requests' : 'a process for each request'}`,
    '',
    ...told,
    '',
    'What is wrong:',
    ...violations.slice(0, violationsShown).map((violation) => `- ${violation}`),
    ...(violations.length > violationsShown ? [`  and ${violations.length - violationsShown} more`] : []),
    '',
    `Again: npm run simulate -- --seed ${seed}`,
  ].join('\n');
}
