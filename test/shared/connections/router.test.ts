import { beforeEach, describe, expect, test } from 'vitest';
import { ringCredentials } from '../../../local/secrets/ring-credentials.ts';
import { ConnectionRouter } from '../../../shared/connections/router.ts';
import type { ConnectionSecrets } from '../../../shared/ports/connections.ts';
import { agreed, connected, sealInvented } from '../../support/connections.ts';
import { performed } from '../../support/operations.ts';
import { testKeys } from '../../support/secrets.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organizationId: string;
let opened: number;
const reason = 'as agreed';
const slot = 'payouts/DE';

beforeEach(async () => {
  service = await TestService.start();
  ({ organizationId } = await service.organization('live'));
  opened = 0;
});

/** The credentials as they were opened stand for whatever reaches the account. */
function router(provider = 'invented', secrets: ConnectionSecrets = ringCredentials({ sealingKeys: testKeys() })) {
  const counting: ConnectionSecrets = {
    open: async (...sealed) => {
      opened += 1;
      return secrets.open(...sealed);
    },
  };
  const { store, clock } = service.runtime;
  const reach = (settings: string, credentials: string) => ({ ...JSON.parse(settings), ...JSON.parse(credentials) });
  return new ConnectionRouter({ store, clock, secrets: counting }, { provider, reach });
}

const use = (connectionId: string) =>
  agreed(service, { do: 'use', organizationId, connectionId, reason }, organizationId);
const disconnect = (connectionId: string) => agreed(service, { do: 'disconnect', connectionId, reason });

async function renew(connectionId: string, key: string): Promise<void> {
  const { settings, ...known } = await performed(service, 'connections', { do: 'show', connectionId });
  const sealed = sealInvented(key, { ...known, settings: JSON.stringify(settings) });
  await agreed(service, { do: 'renew', connectionId, sealed, reason });
}

describe('what is new', () => {
  test('begins on the connection that the organization names for it', async () => {
    const connectionId = await connected(service);
    const routed = router();
    expect(await routed.serving(organizationId, slot)).toBeUndefined();
    await use(connectionId);
    service.clock.advance(30_000);
    expect(await routed.serving(organizationId, slot)).toEqual({
      connectionId,
      slot,
      account: { country: 'DE', key: 'acc-1:secret' },
    });
    expect(await routed.serving(organizationId, 'payouts/MX')).toBeUndefined();
  });

  test('begins on another one half a minute after that was named, and on none half a minute after it was disconnected', async () => {
    const [first, second] = [await connected(service), await connected(service, { key: 'acc-2:secret' })];
    const routed = router();
    const served = async () => (await routed.serving(organizationId, slot))?.connectionId;
    await use(first);
    expect(await served()).toBe(first);
    await use(second);
    expect(await served()).toBe(first);
    service.clock.advance(30_000);
    expect(await served()).toBe(second);
    await disconnect(second);
    expect(await served()).toBe(second);
    service.clock.advance(30_000);
    expect(await served()).toBeUndefined();
  });

  test('fails where the provider is known to a later release alone', async () => {
    await use(await connected(service));
    await expect(router('other').serving(organizationId, slot)).rejects.toMatchObject({ type: 'INTERNAL' });
  });
});

describe('what was begun', () => {
  test('stays on its connection, whatever is named or disconnected', async () => {
    const [first, second] = [await connected(service), await connected(service, { key: 'acc-2:secret' })];
    for (const connectionId of [first, second]) await use(connectionId);
    await disconnect(first);
    expect(await router().begunOn(first)).toMatchObject({ connectionId: first, account: { key: 'acc-1:secret' } });
  });

  test('is told what it is for, and refused where it is taken for something else', async () => {
    const connectionId = await connected(service);
    expect(await router().begunOn(connectionId)).toMatchObject({ slot });
    expect(await router().begunOn(connectionId, slot)).toMatchObject({ slot });
    await expect(router().begunOn(connectionId, 'payouts/MX')).rejects.toThrow('not for payouts/MX');
  });

  test('goes on with other credentials half a minute after they were renewed, and at once where the provider refuses the old ones', async () => {
    const connectionId = await connected(service);
    const routed = router();
    const key = async () => (await routed.begunOn(connectionId)).account.key;
    await key();
    await renew(connectionId, 'acc-1:second');
    expect(await key()).toBe('acc-1:secret');
    service.clock.advance(30_000);
    expect(await key()).toBe('acc-1:second');
    await renew(connectionId, 'acc-1:third');
    routed.forget(connectionId);
    expect(await key()).toBe('acc-1:third');
  });
});

test('a connection is halted for every process at once, and what only reads goes on', async () => {
  const connectionId = await connected(service);
  const routed = router();
  await routed.begunOn(connectionId);
  expect(await routed.isHalted(connectionId)).toBe(false);
  await performed(service, 'connections', { do: 'halt', connectionId, reason });
  expect(await routed.isHalted(connectionId)).toBe(true);
  expect(await routed.begunOn(connectionId)).toMatchObject({ connectionId });
  await agreed(service, { do: 'resume', connectionId, reason });
  expect(await routed.isHalted(connectionId)).toBe(false);
});

test('nothing is sent through a connection that a restore has lost', async () => {
  await expect(router().isHalted('con_lost')).rejects.toThrow('the table has no con_lost');
});

describe('credentials', () => {
  test('are opened once in half a minute, however many ask at once', async () => {
    const connectionId = await connected(service);
    const routed = router();
    await Promise.all(Array.from({ length: 20 }, () => routed.begunOn(connectionId)));
    service.clock.advance(29_999);
    await routed.begunOn(connectionId);
    expect(opened).toBe(1);
    service.clock.advance(1);
    await routed.begunOn(connectionId);
    expect(opened).toBe(2);
  });

  test('that could not be opened are asked for again by the next call', async () => {
    const connectionId = await connected(service);
    const secrets = ringCredentials({ sealingKeys: testKeys() });
    let isDown = true;
    const routed = router('invented', {
      open: async (...sealed) => {
        if (isDown) throw new Error('KMS does not answer');
        return secrets.open(...sealed);
      },
    });
    await expect(routed.begunOn(connectionId)).rejects.toThrow('KMS does not answer');
    isDown = false;
    expect(await routed.begunOn(connectionId)).toMatchObject({ connectionId });
  });

  test('of another stage open nothing', async () => {
    const connectionId = await connected(service);
    const other = router('invented', ringCredentials({ sealingKeys: testKeys(9) }));
    await expect(other.begunOn(connectionId)).rejects.toThrow('cannot be opened');
  });
});
