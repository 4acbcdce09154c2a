import assert from 'node:assert/strict';
import { say } from '../../../scripts/support/say.ts';
import type { Deployed } from './deploy.ts';
import type { Journey } from './journey.ts';
import type { Cloud } from './ministack.ts';
import { readOriginSecret, rotateSecret } from './operator.ts';

/** After the deployment that follows a rotation, CloudFront sends the new origin secret, and the next rotation may come. */
export async function checkEdge(cloud: Cloud, deployed: Deployed, { sluice }: Journey): Promise<void> {
  const { originSecretId } = deployed;
  if (!originSecretId) return;
  const secret = await readOriginSecret(cloud, originSecretId);
  assert.ok((await distributions(cloud)).includes(secret), 'CloudFront must send the new origin secret');
  say('CloudFront sends the origin secret that the rotation made');
  await rotateSecret(cloud, deployed, 'origin');
  // The edge sends the secret before the present one now.
  await sluice.getBalance();
  say('the next rotation is allowed, and calls by the edge as it is deployed go on');
}

/** The configurations of all distributions, as CloudFront's API writes them. */
async function distributions({ endpoint }: Cloud): Promise<string> {
  const api = `${endpoint}/2020-05-31/distribution`;
  const ids = [...(await read(api)).matchAll(/<Id>(E[A-Z0-9]+)<\/Id>/g)].map(([, id]) => id);
  return (await Promise.all(ids.map((id) => read(`${api}/${id}/config`)))).join('\n');
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}
