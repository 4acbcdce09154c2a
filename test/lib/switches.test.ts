import { describe, expect, it } from 'vitest';
import type { Settings } from '../../lib/settings.ts';
import { type Synthesized, synthesize } from './support/synthesize.ts';

interface Output {
  readonly Export?: { readonly Name: string };
}

/** The names that each stack exports to others. */
function exportsOf({ templates }: Synthesized): Map<string, string[]> {
  return new Map(
    [...templates].map(([stack, template]) => {
      const outputs = Object.values((template.toJSON().Outputs ?? {}) as Record<string, Output>);
      return [stack, outputs.flatMap(({ Export }) => Export?.Name ?? []).sort()];
    }),
  );
}

/**
 * A stack that exports less than before cannot be deployed while another one still imports it, and a stack that a switch
 * takes out of the app stays deployed, with its imports, until somebody destroys it.
 */
describe('a switch', async () => {
  const all = { stage: 'dev', edge: true, signInFirewall: true, eventBus: true, archive: true, canary: true } as const;
  const everything = exportsOf(await synthesize(all));

  it.each<[string, Partial<Settings>]>([
    ['edge', { edge: false }],
    ['edgeLogs', { edgeLogs: false }],
    ['signInFirewall', { signInFirewall: false }],
    ['eventBus', { eventBus: false }],
    ['archive', { archive: false }],
    ['canary', { canary: false }],
    ['reserveConcurrency', { reserveConcurrency: false }],
  ])('%s changes no export of a stack', async (_, off) => {
    const rest = exportsOf(await synthesize({ ...all, ...off }));
    expect(rest.get('Sluice-dev-Foundation')?.length).toBeGreaterThan(5);
    for (const [stack, exported] of rest) expect([stack, exported]).toEqual([stack, everything.get(stack)]);
  });

  it.each<[string, Partial<Settings>, string[]]>([
    ['edge', { edge: false }, ['Web', 'Firewall', 'Edge', 'EdgeLogs', 'EdgeAlarms']],
    ['edgeLogs', { edgeLogs: false }, ['EdgeLogs']],
    ['archive', { archive: false }, ['Archive']],
    ['canary', { canary: false }, ['Canary']],
  ])('%s takes its own stacks out of the app, and no other', async (_, off, own) => {
    const rest = exportsOf(await synthesize({ ...all, ...off }));
    const gone = [...everything.keys()].filter((stack) => !rest.has(stack));
    expect(gone).toEqual(own.map((name) => `Sluice-dev-${name}`));
  });
});
