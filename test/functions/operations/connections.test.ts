import { beforeEach, describe, expect, test } from 'vitest';
import { auditRows, storedItems } from '../../support/answers.ts';
import { agreed, connected, connecting, sealInvented } from '../../support/connections.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
const reason = 'as agreed';

beforeEach(async () => {
  service = await TestService.start();
});

const ask = (input: object, operator = 'ada') => perform(service, 'connections', input, { operator });
const asked = (input: object) => performed(service, 'connections', input);
const shown = (connectionId: string) => asked({ do: 'show', connectionId });
const confirm = (proposalId: string, operator = 'ben', decision = 'execute') =>
  perform(service, 'confirm', { organizationId: 'stage', proposalId, decision }, { operator });
const stage = { organizationId: 'stage' };
const mexican = { country: 'MX', key: 'acc-mx:secret' } as const;

/** Credentials in the place of those of a connection. */
async function renewing(connectionId: string, key: string) {
  const { settings, ...known } = await shown(connectionId);
  const sealed = sealInvented(key, { ...known, settings: JSON.stringify(settings) });
  return { do: 'renew', connectionId, sealed, reason };
}

describe('what two operators do', () => {
  test('is proposed with what the provider has shown, changes nothing until another confirms, and is audited', async () => {
    const input = connecting();
    const proposal = await asked(input);
    expect(proposal).toMatchObject({
      operation: 'connect',
      proposedBy: 'operator:ada',
      input: {
        account: { account: 'acc-1' },
        details: { holder: 'Example Ltd' },
        hosts: ['bank.example'],
        slot: 'payouts/DE',
      },
    });
    expectRefusal(await ask({ do: 'show', connectionId: input.connectionId }), 'NOT_FOUND');
    expectRefusal(await confirm(proposal.proposalId, 'ada'), 'FORBIDDEN');
    const { result } = (await confirm(proposal.proposalId)).result;
    expect(result).toEqual(await shown(input.connectionId));
    const rows = await auditRows(service, stage);
    expect(rows.map(({ action, actorUserId, outcome }) => [action, actorUserId, outcome].join(' ')).sort()).toEqual([
      'connection.change operator:ada refused',
      'connection.change operator:ada succeeded',
      'operation.confirm operator:ada refused',
      'operation.confirm operator:ben succeeded',
    ]);
  });

  test.each(['connect', 'renew', 'disconnect', 'reconnect', 'resume', 'use'])(
    '%s is never done by one',
    async (doing) => {
      const connectionId = await connected(service);
      if (doing === 'resume') await asked({ do: 'halt', connectionId, reason });
      if (doing === 'reconnect') await agreed(service, { do: 'disconnect', connectionId, reason });
      const { organizationId } = await service.organization('live');
      const { settings, ...known } = await shown(connectionId);
      const sealed = sealInvented('acc-1:new', { ...known, settings: JSON.stringify(settings) });
      const inputs: Readonly<Record<string, object>> = {
        connect: connecting({ key: 'acc-2:secret' }),
        renew: { do: 'renew', connectionId, sealed, reason },
        use: { do: 'use', organizationId, connectionId, reason },
      };
      const before = await storedItems(service, 'connection');
      expect(await asked(inputs[doing] ?? { do: doing, connectionId, reason })).toMatchObject({ status: 'open' });
      expect(await storedItems(service, 'connection')).toEqual(before);
    },
  );

  test('is one proposal, however often it is sent', async () => {
    const input = connecting();
    expect(await asked(input)).toEqual(await asked(input));
    const other = { ...input, sealed: connecting({ sealedFor: { connectionId: input.connectionId } }).sealed };
    expectRefusal(await ask(other), 'CONFLICT');
  });

  test('takes effect once, and leaves sound books', async () => {
    const { proposalId } = await asked(connecting());
    const [first, second] = await Promise.all([confirm(proposalId), confirm(proposalId, 'eve')]);
    expect([first, second].map(({ result }) => result?.status)).toEqual(['executed', 'executed']);
    expect(await storedItems(service, 'connection')).toHaveLength(1);
    expect(await findingsOf(service, stage)).toEqual([]);
  });
});

describe('credentials', () => {
  test('are in no row as they are, and in no answer even as they were sealed', async () => {
    const input = connecting();
    const answers = [
      await agreed(service, input),
      await asked({ do: 'list' }),
      await performed(service, 'show', stage),
    ];
    expect(JSON.stringify(answers)).not.toContain(input.sealed);
    const stored = JSON.stringify([await storedItems(service, 'connection'), await storedItems(service, 'proposal')]);
    expect(stored).toContain(input.sealed);
    expect(stored).not.toContain('acc-1:secret');
  });

  test.each([
    ['another connection', { connectionId: `conn_${'a'.repeat(25)}` }],
    ['other settings', { settings: '{"country":"MX"}' }],
    ['another provider', { provider: 'other' }],
    ['another port', { port: 'chain' }],
    ['another mode', { mode: 'sandbox' }],
  ])('that were sealed for %s open nothing', async (_what, sealedFor) => {
    const answer = await ask(connecting({ sealedFor }));
    expectRefusal(answer, 'CONFLICT');
    expect(answer.error.detail).toBe('the credentials were not sealed for this connection');
  });

  test('that the provider does not know are not proposed', async () => {
    expectRefusal(await ask(connecting({ key: 'wrong' })), 'CONFLICT');
    expect(await storedItems(service, 'proposal')).toEqual([]);
  });

  test('are replaced by those of the same account alone, whatever became of it meanwhile', async () => {
    const connectionId = await connected(service);
    const other = await ask(await renewing(connectionId, 'acc-2:secret'));
    expectRefusal(other, 'CONFLICT');
    expect(other.error.detail).toContain('another account');
    await agreed(service, await renewing(connectionId, 'acc-1:new'));
    expect(await asked({ do: 'check', connectionId })).toEqual({
      connectionId,
      hosts: ['bank.example'],
      details: { holder: 'Example Ltd' },
      findings: [],
    });
  });

  test('are renewed although the provider shows other details, which the second operator sees; from then on those are known', async () => {
    const connectionId = await connected(service);
    const { proposalId, input } = await asked(await renewing(connectionId, 'acc-1:new:Other Ltd'));
    expect(input).toMatchObject({ details: { holder: 'Other Ltd' }, changes: ["the account is Other Ltd's"] });
    expect((await confirm(proposalId)).result).toMatchObject({ status: 'executed' });
    expect(await shown(connectionId)).toMatchObject({
      account: { account: 'acc-1' },
      details: { holder: 'Other Ltd' },
    });
    expect(await asked({ do: 'check', connectionId })).toMatchObject({ findings: [] });
  });
});

describe('a connection', () => {
  test('keeps its settings and its account for good', async () => {
    const input = connecting();
    await agreed(service, input);
    const again = await ask({ ...connecting({ country: 'MX' }), connectionId: input.connectionId });
    expectRefusal(again, 'CONFLICT');
    expect(await shown(input.connectionId)).toMatchObject({ settings: { country: 'DE' } });
  });

  test('is halted at once by one operator, and a repetition changes nothing', async () => {
    const connectionId = await connected(service);
    const halted = await asked({ do: 'halt', connectionId, reason });
    service.clock.advance(1_000);
    expect(await asked({ do: 'halt', connectionId, reason })).toEqual(halted);
    expect((await auditRows(service, stage)).filter(({ resourceId }) => resourceId === connectionId)).toHaveLength(2);
  });

  test('is listed, the newest first', async () => {
    const ids = [await connected(service), await connected(service, mexican)];
    const { connections } = await asked({ do: 'list' });
    expect(connections.map((one: { connectionId: string }) => one.connectionId)).toEqual(ids.toSorted().reverse());
  });

  test.each([
    [{ do: 'show' }],
    [{ do: 'check' }],
    [{ do: 'halt', reason }],
    [{ do: 'disconnect', reason }],
    [{ do: 'reconnect', reason }],
    [{ do: 'resume', reason }],
  ])('that is not there is not found: %j', async (input) => {
    expectRefusal(await ask({ ...input, connectionId: `conn_${'a'.repeat(25)}` }), 'NOT_FOUND');
  });

  test.each([
    ['an unknown provider', { provider: 'nobody' }, 'provider'],
    ['settings that it does not have', { settings: { country: 'FR' } }, 'settings.country'],
    ['an id of another kind', { connectionId: 'po_1' }, 'connectionId'],
    ['credentials without an end', { sealed: 'x'.repeat(8_193) }, 'sealed'],
  ])('of %s is refused by name', async (_what, changes, path) => {
    const answer = await ask({ ...connecting(), ...changes });
    expectRefusal(answer, 'VALIDATION_ERROR');
    expect(answer.error.errors).toMatchObject([{ path }]);
  });
});

describe('an organization', () => {
  test('names one connection for one thing; another takes its place, and those for other things stay', async () => {
    const { organizationId } = await service.organization('live');
    const use = (connectionId: string) =>
      agreed(service, { do: 'use', organizationId, connectionId, reason }, organizationId);
    const [first, second, other] = [
      await connected(service),
      await connected(service, { key: 'acc-2:secret' }),
      await connected(service, mexican),
    ];
    for (const connectionId of [first, other, second]) await use(connectionId);
    const { connections } = await performed(service, 'show', { organizationId });
    expect(connections).toEqual({ 'payouts/DE': second, 'payouts/MX': other });
  });

  test('names none of another mode, and none that was disconnected', async () => {
    const connectionId = await connected(service);
    const [live, sandbox] = [await service.organization('live'), await service.organization('sandbox')];
    const using = ({ organizationId }: { readonly organizationId: string }) =>
      ask({ do: 'use', organizationId, connectionId, reason });
    expectRefusal(await using(sandbox), 'CONFLICT');
    await agreed(service, { do: 'disconnect', connectionId, reason });
    expectRefusal(await using(live), 'CONFLICT');
  });
});

describe('the journal of the stage', () => {
  test('is made by the first operation about it, once', async () => {
    await Promise.all([asked({ do: 'list' }), asked({ do: 'list' })]);
    expect(await performed(service, 'show', stage)).toMatchObject({
      organization: { name: 'Stage', status: 'suspended' },
      head: { events: 0, ledgerRows: 0 },
    });
  });
});
