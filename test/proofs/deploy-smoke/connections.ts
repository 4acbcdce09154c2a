import assert from 'node:assert/strict';
import { connectionCommands } from '../../../operator/commands/connections.ts';
import { stageTarget } from '../../../operator/target/stage-target.ts';
import { say } from '../../../scripts/support/say.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

/** Nodes of two companies, which no name server knows. */
const nodes = ['https://base.one.invalid/key', 'https://base.two.invalid/key'];
const hash = `0x${'ab'.repeat(32)}`;
const settings = {
  chain: 'base',
  factory: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  proof: { flushed: hash, returned: hash },
};

/** Seals credentials as an operator does. That the deployed function could open them is told by the node that it then calls. */
export async function checkConnections(cloud: Cloud, { stage }: Deployed): Promise<void> {
  const target = stageTarget(stage, cloud);
  const asked = { do: 'connect', provider: 'evm', settings, credentials: JSON.stringify({ nodes }), reason: 'smoke' };
  const input = await connectionCommands.connect?.sealInput?.(asked, target);
  const answer = await target.perform('connections', { input });
  assert.match(JSON.stringify(answer), /base\.(one|two)\.invalid did not answer/);
  say('what an operator sealed was opened by the function that tries connections');
}
