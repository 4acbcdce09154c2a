import { expect, test } from 'vitest';
import { ServiceError } from '../../../shared/ground/errors/service-error.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { RotatingSecrets } from '../../support/secrets.ts';
import { TestService } from '../../support/service.ts';

const input = { secret: 'sealing', reason: 'every month' };

async function started() {
  const secrets = new RotatingSecrets();
  const lines: unknown[][] = [];
  const log = { debug: () => {}, info: (...line: unknown[]) => void lines.push(line), warn: () => {}, error: () => {} };
  const rotate = async (name: string) => {
    if (name === 'origin') throw new ServiceError('CONFLICT', 'this stack has no edge');
    secrets.rotateSealing();
    return secrets.keys[0].id;
  };
  const service = await TestService.start({ rotation: { rotate }, log });
  return { service, secrets, lines };
}

test('a rotation answers the id of what is new, and the log has who did it and why', async () => {
  const { service, secrets, lines } = await started();
  expect(await performed(service, 'rotate-secret', input)).toEqual({ secret: 'sealing', version: 'key-1' });
  expect(secrets.keys).toHaveLength(2);
  const told = { ...input, version: 'key-1', actorUserId: 'operator:ada' };
  expect(lines).toContainEqual(['a secret was rotated', told]);
});

test('a rotation that is refused leaves a line of who tried', async () => {
  const { service, lines } = await started();
  expectRefusal(await perform(service, 'rotate-secret', { ...input, secret: 'origin' }), 'CONFLICT');
  expect(lines.map(([message]) => message)).toContain('a secret is to be rotated');
  expect(lines.map(([message]) => message)).not.toContain('a secret was rotated');
});

test.each([
  ['another secret', { ...input, secret: 'table' }],
  ['no reason', { secret: 'sealing' }],
])('%s is refused by the schema', async (_name, wrong) => {
  const { service, secrets } = await started();
  expectRefusal(await perform(service, 'rotate-secret', wrong), 'VALIDATION_ERROR');
  expect(secrets.keys).toHaveLength(1);
});

test('a process that rotates nothing refuses it', async () => {
  expectRefusal(await perform(await TestService.start(), 'rotate-secret', input), 'CONFLICT');
});
