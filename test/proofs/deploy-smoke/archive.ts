import { setTimeout as sleep } from 'node:timers/promises';
import { stageTarget } from '../../../operator/target/stage-target.ts';
import { say } from '../../../scripts/support/say.ts';
import { perform } from '../../support/sandbox-customer.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

/** The worker's batches are collected for a minute. */
const timeoutMs = 90_000;

/** Waits until the archive has changes of the table in use, as the operation reads them. */
export async function checkArchive(cloud: Cloud, { stage }: Deployed): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  do {
    const { ofTableInUse } = await perform(stageTarget(stage, cloud), 'lost', { since: '2020-01-01T00:00:00Z' });
    if (Number(ofTableInUse) > 0) return say(`the archive has ${ofTableInUse} changes on its first page`);
    await sleep(1_000);
  } while (Date.now() < deadline);
  throw new Error(`nothing was archived in ${timeoutMs / 1000} s`);
}
