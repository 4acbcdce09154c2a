import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotationInManager } from '../../../shared/adapters/rotation-in-manager.ts';
import { readSealingSecret } from '../../../shared/adapters/sealing-secret.ts';

/** Newest first: AWSCURRENT, AWSPREVIOUS, and what has no label. */
type Versions = { readonly id: string; readonly text: string }[];

const generated = 'g'.repeat(64);
const secrets = new Map<string, Versions>();
let client: SecretsManagerClient;

/** Answers as the documentation of Secrets Manager says; `npm run deploy:smoke` rotates in an emulator. */
const server = createServer(async (request, response) => {
  const { SecretId, VersionStage, ClientRequestToken, SecretString } = await bodyOf(request);
  const versions = secrets.get(String(SecretId)) ?? [];
  const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
  if (request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue') {
    const found = versions[VersionStage === 'AWSPREVIOUS' ? 1 : 0];
    if (!found) return answer(400, { __type: 'ResourceNotFoundException' });
    return answer(200, { SecretString: found.text, VersionId: found.id });
  }
  const known = versions.find(({ id }) => id === ClientRequestToken);
  if (known && known.text !== SecretString) return answer(400, { __type: 'ResourceExistsException' });
  if (!known) versions.unshift({ id: String(ClientRequestToken), text: String(SecretString) });
  return answer(200, {});
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new SecretsManagerClient({ endpoint, region: 'us-east-1', credentials });
});
afterAll(() => {
  client.destroy();
  server.close();
});
beforeEach(() => {
  for (const name of ['sealing', 'origin']) secrets.set(name, [{ id: `first-${name}`, text: generated }]);
});

function bodyOf(request: IncomingMessage): Promise<Record<string, string | undefined>> {
  return json(request) as Promise<Record<string, string | undefined>>;
}

function rotation(edgeVersion?: string) {
  return rotationInManager({ sealingSecretArn: 'sealing', originSecretArn: 'origin', edgeVersion }, client);
}

const textsOf = (name: string) => (secrets.get(name) ?? []).map(({ text }) => text);
const conflict = (text: string) =>
  expect.objectContaining({ type: 'CONFLICT', message: expect.stringContaining(text) });

describe('the sealing secret', () => {
  test('has a key more with each rotation, which is named and seals, and keeps the others', async () => {
    const [before] = readSealingSecret(generated);
    const ids = [await rotation().rotate('sealing'), await rotation().rotate('sealing')];
    const keys = readSealingSecret(textsOf('sealing')[0] ?? '');
    expect(keys.map(({ id }) => id)).toEqual([ids[1], ids[0], '']);
    expect(keys.at(-1)).toEqual(before);
  });

  test('is rotated once where two do it at once: no key is lost that may have sealed', async () => {
    const outcomes = await Promise.allSettled([rotation().rotate('sealing'), rotation().rotate('sealing')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(failed.reason).toEqual(conflict('at the same time'));
    expect(readSealingSecret(textsOf('sealing')[0] ?? '')).toHaveLength(2);
  });
});

describe('the origin secret', () => {
  test('is replaced by 64 letters and digits; the version is named, and nothing of the text', async () => {
    const version = await rotation().rotate('origin');
    const [present, former] = textsOf('origin');
    expect(former).toBe(generated);
    expect(present).toMatch(/^[0-9a-z]{64}$/);
    expect(version).toMatch(/^[A-Za-z0-9-]{32,64}$/);
    expect(version).not.toContain(present);
    expect(secrets.get('origin')?.[0]?.id).toBe(version);
  });

  test('is not replaced again until the edge was deployed with it', async () => {
    const version = await rotation().rotate('origin');
    const refusal = conflict(`deploy with originSecretVersion=${version}`);
    await expect(rotation().rotate('origin')).rejects.toEqual(refusal);
    await expect(rotation('first-origin').rotate('origin')).rejects.toEqual(refusal);
    await rotation(version).rotate('origin');
    expect(textsOf('origin')).toHaveLength(3);
  });

  test('is none where nothing stands in front', async () => {
    const { rotate } = rotationInManager(
      { sealingSecretArn: 'sealing', originSecretArn: undefined, edgeVersion: undefined },
      client,
    );
    await expect(rotate('origin')).rejects.toEqual(conflict('this stage has no edge'));
  });
});
