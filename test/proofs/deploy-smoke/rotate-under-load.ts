import assert from 'node:assert/strict';
import type { Sluice } from '../../../client/src/index.ts';
import { say } from '../../../scripts/support/say.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';
import { readOriginSecret, rotateSecret } from './operator.ts';

/** Calls of each client after the last rotation. */
const callsAfter = 3;

/**
 * Rotates both secrets while clients call; none of their calls may be refused.
 * @param edgeHeaders what CloudFront sends; has the new origin secret afterwards, as after a deployment of the edge
 * @returns the version of the new origin secret; undefined if there is no CloudFront in front
 */
export async function rotateUnderLoad(
  cloud: Cloud,
  deployed: Deployed,
  clients: readonly Sluice[],
  edgeHeaders: Record<string, string>,
): Promise<string | undefined> {
  let isRotated = false;
  let calls = 0;
  const callOn = async (sluice: Sluice) => {
    for (let after = 0; after < callsAfter; after += isRotated ? 1 : 0) {
      await sluice.getBalance();
      calls += 1;
    }
  };
  const rotateAll = async () => {
    try {
      await rotateSecret(cloud, deployed, 'sealing');
      const { originSecretId } = deployed;
      return originSecretId && (await rotateOrigin(cloud, deployed, originSecretId, edgeHeaders));
    } finally {
      isRotated = true;
    }
  };
  const [version] = await Promise.all([rotateAll(), ...clients.map(callOn)]);
  say(`${calls} calls were made while secrets were rotated, and none was refused`);
  return version;
}

async function rotateOrigin(
  cloud: Cloud,
  deployed: Deployed,
  originSecretId: string,
  edgeHeaders: Record<string, string>,
): Promise<string> {
  const version = await rotateSecret(cloud, deployed, 'origin');
  const secret = await readOriginSecret(cloud, originSecretId);
  assert.notEqual(secret, edgeHeaders['x-origin-secret']);
  edgeHeaders['x-origin-secret'] = secret;
  await assert.rejects(rotateSecret(cloud, deployed, 'origin'), /deploy with originSecretVersion=/);
  return version;
}
