import { beforeEach, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { ConnectionRefused } from '../../../shared/ports/connections.ts';
import { storedItems } from '../../support/answers.ts';
import { agreed, connected, connecting, sealInvented } from '../../support/connections.ts';
import { transactionConflict } from '../../support/faults.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
const reason = 'as agreed';

beforeEach(async () => {
  service = await TestService.start();
});

const ask = (input: object) => perform(service, 'connections', input);
const asked = (input: object) => performed(service, 'connections', input);
const shown = (connectionId: string) => asked({ do: 'show', connectionId });
const confirm = (proposalId: string, operator = 'ben', decision = 'execute') =>
  perform(service, 'confirm', { organizationId: 'stage', proposalId, decision }, { operator });

/** Credentials in the place of those of a connection. */
async function renewing(connectionId: string, key: string) {
  const { settings, ...known } = await shown(connectionId);
  const sealed = sealInvented(key, { ...known, settings: JSON.stringify(settings) });
  return { do: 'renew', connectionId, sealed, reason };
}

/** Names a connection for an organization as a later release might, without a proposal of this one. */
async function nameAtOnce(organizationId: string, connectionId: string): Promise<void> {
  const { store } = service.runtime;
  const organization = await store.get(refTo(OrganizationEntity, { organizationId }));
  if (!organization) throw new Error('no such organization');
  const connections = { 'payouts/DE': connectionId };
  await store.put(OrganizationEntity, { ...organization, connections });
}

describe('the first operation of a stage', () => {
  test('makes its journal, also where another write is in the way for a moment', async () => {
    let conflicts = 0;
    const process = service.process(async ({ name, input }, send) => {
      const isOfStage = name === 'TransactWrite' && JSON.stringify(input).includes('ORG#stage');
      if (isOfStage && conflicts < 2) {
        conflicts += 1;
        throw transactionConflict();
      }
      return send();
    });
    expect(await performed(process, 'connections', { do: 'list' })).toMatchObject({ connections: [] });
    expect(conflicts).toBe(2);
  });
});

describe('an account', () => {
  test('has one connection: whoever connects it again is told which, also when both were proposed before', async () => {
    const [first, second] = [connecting(), connecting({ key: 'acc-1:other' })];
    const proposals = [await asked(first), await asked(second)];
    const confirmed = await Promise.all(proposals.map(({ proposalId }) => confirm(proposalId)));
    const refused = confirmed.filter(({ error }) => error);
    expect(refused).toHaveLength(1);
    const [{ connectionId }] = (await asked({ do: 'list' })).connections;
    expectRefusal(refused[0], 'CONFLICT');
    for (const { error } of [refused[0], await ask(connecting({ key: 'acc-1:third' }))]) {
      expect(error.detail).toContain(`${connectionId} already uses this account`);
      expect(error.resolution).toContain(`renew-credentials ${connectionId}`);
    }
    expect(await storedItems(service, 'connection')).toHaveLength(1);
  });

  test('keeps its connection after that was disconnected, and is reconnected there', async () => {
    const connectionId = await connected(service);
    const { organizationId } = await service.organization('live');
    await agreed(service, { do: 'use', organizationId, connectionId, reason }, organizationId);
    expectRefusal(await ask({ do: 'reconnect', connectionId, reason }), 'CONFLICT');
    await agreed(service, { do: 'disconnect', connectionId, reason });
    const again = await ask(connecting());
    expectRefusal(again, 'CONFLICT');
    expect(again.error.resolution).toContain(`reconnect ${connectionId}`);
    await agreed(service, await renewing(connectionId, 'acc-1:new'));
    expect(await shown(connectionId)).toHaveProperty('disabledAt');
    await agreed(service, { do: 'reconnect', connectionId, reason });
    expect(await shown(connectionId)).not.toHaveProperty('disabledAt');
    const { connections } = await performed(service, 'show', { organizationId });
    expect(connections).toEqual({ 'payouts/DE': connectionId });
  });

  test('that cannot be reached is not reconnected', async () => {
    const connectionId = await connected(service);
    await agreed(service, { do: 'disconnect', connectionId, reason });
    const { runtime } = service;
    const refused = {
      ...runtime.connections,
      check: () => Promise.reject(new ConnectionRefused('the bank is closed')),
    };
    const closed = { runtime: { ...runtime, connections: refused } } as unknown as TestService;
    const answer = await perform(closed, 'connections', { do: 'reconnect', connectionId, reason });
    expectRefusal(answer, 'CONFLICT');
    expect(answer.error.detail).toBe('the bank is closed');
  });
});

describe('a proposal', () => {
  const proposing = async (connectionId: string) => ({
    renew: await renewing(connectionId, 'acc-1:new'),
    disconnect: { do: 'disconnect', connectionId, reason },
    resume: { do: 'resume', connectionId, reason },
  });

  test.each(['renew', 'disconnect', 'resume'] as const)(
    'to %s is refused after another halt, until it is made again',
    async (doing) => {
      const connectionId = await connected(service);
      const { haltedAt } = await asked({ do: 'halt', connectionId, reason });
      const { [doing]: input } = await proposing(connectionId);
      const { proposalId } = await asked(input);
      service.clock.advance(60_000);
      expect(await asked({ do: 'halt', connectionId, reason: 'a second incident' })).toMatchObject({ haltedAt });
      const late = await confirm(proposalId);
      expectRefusal(late, 'CONFLICT');
      expect(late.error.detail).toContain('changed or halted since this was proposed');
      expect(await shown(connectionId)).toMatchObject({ haltedAt });
      expectRefusal(await ask(input), 'CONFLICT');
      await confirm(proposalId, 'ben', 'reject');
      await agreed(service, input);
    },
  );

  test('to resume is refused after credentials were renewed, and shows the halt that it is about', async () => {
    const connectionId = await connected(service);
    await asked({ do: 'halt', connectionId, reason });
    const { proposalId, input } = await asked({ do: 'resume', connectionId, reason });
    expect(input).toMatchObject({ haltedAt: (await shown(connectionId)).haltedAt });
    await agreed(service, await renewing(connectionId, 'acc-1:new'));
    expectRefusal(await confirm(proposalId), 'CONFLICT');
    expect(await shown(connectionId)).toHaveProperty('haltedAt');
  });

  test('to resume ends no halt that comes at the same moment', async () => {
    const connectionId = await connected(service);
    await asked({ do: 'halt', connectionId, reason });
    const { proposalId } = await asked({ do: 'resume', connectionId, reason });
    await Promise.all([confirm(proposalId), ask({ do: 'halt', connectionId, reason })]);
    expect(await shown(connectionId)).toHaveProperty('haltedAt');
  });

  test('to use a connection is refused after another choice for the slot, and there is one for a slot', async () => {
    const [first, second, third] = [
      await connected(service),
      await connected(service, { key: 'acc-2:secret' }),
      await connected(service, { key: 'acc-3:secret' }),
    ];
    const { organizationId } = await service.organization('live');
    const use = (connectionId: string) => ({ do: 'use', organizationId, connectionId, reason });
    await agreed(service, use(first), organizationId);
    const { proposalId, input } = await asked(use(second));
    expect(input).toMatchObject({ slot: 'payouts/DE', replaces: first });
    const other = await ask(use(third));
    expectRefusal(other, 'CONFLICT');
    expect(other.error.detail).toContain(`${proposalId} is an open proposal for the same`);
    await nameAtOnce(organizationId, third);
    const settle = (decision: string) =>
      perform(service, 'confirm', { organizationId, proposalId, decision }, { operator: 'ben' });
    const late = await settle('execute');
    expectRefusal(late, 'CONFLICT');
    expect(late.error.detail).toContain('another choice was made for payouts/DE');
    await settle('reject');
    await agreed(service, use(second), organizationId);
  });

  test('to use a connection is refused after a halt', async () => {
    const connectionId = await connected(service);
    const { organizationId } = await service.organization('live');
    const { proposalId } = await asked({ do: 'use', organizationId, connectionId, reason });
    await asked({ do: 'halt', connectionId, reason });
    const settlement = { organizationId, proposalId, decision: 'execute' };
    expectRefusal(await perform(service, 'confirm', settlement, { operator: 'ben' }), 'CONFLICT');
  });
});
