import { describe, expect, test } from 'vitest';
import { type Recipient, RecipientEntity } from '../../../../shared/corridors/recipients/recipient.ts';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { TransactionRefused } from '../../../../shared/ground/table/refusals.ts';
import { replace } from '../../../../shared/ground/table/writes.ts';
import { systemClock, systemSleep } from '../../../../shared/ground/time/system-time.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import type { JournalDraft } from '../../../../shared/journal/commit/draft.ts';
import { Replay } from '../../../../shared/journal/commit/replay.ts';
import { takeTurn } from '../../../../shared/journal/commit/turns.ts';
import type { ClaimOutcome } from '../../../../shared/journal/idempotency/claim.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { beforeFirst, createFaultyTable, lostAnswer, readsHead, transactionConflict } from '../../../support/faults.ts';
import { bodyOf, expectSoundBooks, fund, pathOf, readFeed, readLedger } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { available, commitOnce, headOf, suspend } from './support.ts';

async function startFaulty() {
  const table = await createFaultyTable();
  const sleeps: number[] = [];
  const service: TestService = await TestService.start(
    {
      sleep: async (ms) => {
        sleeps.push(ms);
        service.clock.advance(Math.ceil(ms));
      },
    },
    table,
  );
  return { service, table, sleeps, organization: await service.organization() };
}

/** The same runtime with a store of its own, as another process has, in real time. */
function ownProcess({ runtime }: TestService): WholeRuntime {
  return { ...runtime, store: createStore(runtime.store), clock: systemClock, sleep: systemSleep };
}

describe('a decision that fails', () => {
  const impossible = () => {
    throw new Error('more would be released than is held');
  };

  test('on two items that never stood together is made again on a snapshot', async () => {
    const { service, organization } = await startFaulty();
    let decisions = 0;
    const outcome = await decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: () => {
        decisions += 1;
        return decisions === 1 ? impossible() : { reply: { status: 200, body: 'done' } };
      },
    });
    expect(outcome).toMatchObject({ reply: { body: 'done' } });
  });

  test('on a snapshot too is a fault, and leaves nothing', async () => {
    const { service, table, organization } = await startFaulty();
    const before = await headOf(service.runtime, organization.organizationId);
    const reads: string[] = [];
    table.intercept(async ({ name }, send) => {
      reads.push(name);
      return send();
    });
    const failed = decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: impossible,
    });
    await expect(failed).rejects.toThrow('more would be released than is held');
    expect(reads).toEqual(['BatchGet', 'TransactGet']);
    expect(await headOf(service.runtime, organization.organizationId)).toEqual(before);
  });
});

describe('a decision on what its caller has just read', () => {
  const readKnown = async ({ runtime }: TestService, organizationId: string) => {
    const organization = await runtime.store.get(refTo(OrganizationEntity, { organizationId }));
    if (!organization) throw new Error('no organization');
    return organization;
  };

  test('does not read it again', async () => {
    const { service, table, organization } = await startFaulty();
    const { organizationId } = organization;
    const known = { organization: await readKnown(service, organizationId) };
    const wanted: string[] = [];
    table.intercept(async ({ input }, send) => {
      wanted.push(
        ...Object.values(input.RequestItems ?? {}).flatMap((of) =>
          (of as { Keys: { sk: string }[] }).Keys.map(({ sk }) => sk),
        ),
      );
      return send();
    });
    const outcome = await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      known,
      decide: (found) => ({ reply: { status: 200, body: found.organization.name } }),
    });
    expect(outcome).toMatchObject({ reply: { body: known.organization.name } });
    expect(wanted).toEqual(['HEAD', 'TURNS']);
  });

  test('is made again on what is there now where the organization has changed since', async () => {
    const { service, organization } = await startFaulty();
    const { organizationId } = organization;
    const known = { organization: await readKnown(service, organizationId) };
    await suspend(service.runtime, organizationId);
    const seen: string[] = [];
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      known,
      decide: (found) => {
        seen.push(found.organization.status);
        return { reply: { status: 200, body: undefined } };
      },
    });
    expect(seen).toEqual(['suspended']);
  });
});

describe('a commit', () => {
  test('moves the head, the ledger and the feed together', async () => {
    const { service, organization } = await startFaulty();
    const { organizationId } = organization;
    const before = await headOf(service.runtime, organizationId);
    service.clock.advance(1_000);
    expect(await commitOnce(service.runtime, organizationId, 5n)).toBe(1);
    expect(await headOf(service.runtime, organizationId)).toMatchObject({
      version: before.version + 1,
      sequence: 1,
      ledgerSequence: 1,
      lastAt: service.clock.now,
      balances: { USD: { available: 5n, held: 0n } },
    });
    await expectSoundBooks(service, organization);
  });

  test('never goes back in time, whatever the clock does', async () => {
    const { service, organization } = await startFaulty();
    const start = service.clock.now;
    for (const jump of [5_000, -3_000, -100_000, 200_000]) {
      service.clock.now = start + jump;
      await commitOnce(service.runtime, organization.organizationId);
    }
    const times = (await readLedger(service, organization)).map(({ createdAt }) => Date.parse(createdAt) - start);
    expect(times).toEqual([5_000, 5_000, 5_000, 200_000]);
    expect((await readFeed(service, organization)).map(({ createdAt }) => Date.parse(createdAt) - start)).toEqual(
      times,
    );
  });

  test('of a decision that throws leaves nothing', async () => {
    const { service, organization } = await startFaulty();
    const before = await headOf(service.runtime, organization.organizationId);
    const refused = decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: (_found, draft) => {
        draft.event({ type: 'deposit.completed', data: {} });
        throw new ServiceError('INSUFFICIENT_BALANCE', 'no');
      },
    });
    await expect(refused).rejects.toMatchObject({ type: 'INSUFFICIENT_BALANCE' });
    expect(await headOf(service.runtime, organization.organizationId)).toEqual(before);
    expect(await readFeed(service, organization)).toEqual([]);
  });

  test('is not made for a decision that has nothing to change', async () => {
    const { service, organization, table } = await startFaulty();
    const { organizationId } = organization;
    const names: string[] = [];
    table.intercept(({ name }, send) => {
      names.push(name);
      return send();
    });
    expect(
      await decideAndCommit(service.runtime, { organizationId, reads: {}, decide: () => undefined }),
    ).toBeUndefined();
    expect(names).toEqual(['BatchGet']);
  });

  test('is two calls: one that reads everything together, and one that writes', async () => {
    const { service, organization, table } = await startFaulty();
    const names: string[] = [];
    table.intercept(({ name }, send) => {
      names.push(name);
      return send();
    });
    await commitOnce(service.runtime, organization.organizationId);
    expect(names).toEqual(['BatchGet', 'TransactWrite']);
  });

  test('of an organization that does not exist is an error', async () => {
    const { service } = await startFaulty();
    await expect(commitOnce(service.runtime, 'nobody')).rejects.toThrow('has no journal');
  });
});

describe('losing the race', () => {
  test('to a commit in between decides again on what is there now', async () => {
    const { service, organization, table } = await startFaulty();
    const { organizationId } = organization;
    await fund(service, organization, '1.00');
    let raced = false;
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite' && !raced) {
        raced = true;
        await commitOnce(service.runtime, organizationId, -60n);
      }
      return send();
    });
    await expect(commitOnce(service.runtime, organizationId, -60n)).rejects.toMatchObject({
      type: 'INSUFFICIENT_BALANCE',
    });
    expect(await available(service, organization)).toBe('0.40');
    await expectSoundBooks(service, organization);
  });

  test('because another transaction is under way is no failure: it is tried again', async () => {
    const { service, organization, table } = await startFaulty();
    let left = 14;
    table.intercept(({ name }, send) => {
      if (name !== 'TransactWrite' || left === 0) return send();
      left -= 1;
      throw transactionConflict();
    });
    expect(await commitOnce(service.runtime, organization.organizationId)).toBe(1);
    expect(left).toBe(0);
    await expectSoundBooks(service, organization);
  });

  test('between twenty processes at once costs nobody their commit', async () => {
    const service = await TestService.start();
    const organization = await service.organization();
    const { organizationId } = organization;
    const before = await headOf(service.runtime, organizationId);
    const sequences = await Promise.all(
      Array.from({ length: 20 }, () => commitOnce(ownProcess(service), organizationId)),
    );
    expect(sequences.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const version = before.version + 20;
    expect(await headOf(service.runtime, organizationId)).toMatchObject({ version, ledgerSequence: 20 });
    await expectSoundBooks(service, organization);
  });

  test('again and again takes turn after turn, and ends after six seconds', async () => {
    const { service, organization, table, sleeps } = await startFaulty();
    const start = service.clock.now;
    table.intercept(({ name }, send) => {
      if (name !== 'TransactWrite') return send();
      service.clock.advance(12);
      throw transactionConflict();
    });
    await expect(commitOnce(service.runtime, organization.organizationId)).rejects.toBeInstanceOf(TransactionRefused);
    expect(sleeps.length).toBeGreaterThan(20);
    const waited = service.clock.now - start;
    expect(waited).toBeGreaterThanOrEqual(5_900);
    expect(waited).toBeLessThanOrEqual(6_400);
  });
});

describe('a process that has seen a line', () => {
  /** It has just committed in a turn that has not ended. */
  async function startInLine() {
    const started = await startFaulty();
    const { service, organization, table, sleeps } = started;
    const { organizationId } = organization;
    await takeTurn(service.runtime, { organizationId, turns: undefined, latest: service.clock.now + 1_000 });
    await commitOnce(service.runtime, organizationId);
    const calls: string[] = [];
    table.intercept(({ name }, send) => {
      calls.push(name);
      return send();
    });
    sleeps.length = 0;
    return { ...started, organizationId, calls };
  }

  test('takes its turn without reading first', async () => {
    const { service, organizationId, calls, sleeps } = await startInLine();
    expect(await commitOnce(service.runtime, organizationId)).toBe(2);
    expect(calls).toEqual(['Update', 'BatchGet', 'TransactWrite']);
    expect(sleeps).toEqual([expect.any(Number)]);
    expect(sleeps[0]).toBeGreaterThan(0);
  });

  test('reads first once the line has ended, and for another organization', async () => {
    const { service, organizationId, calls } = await startInLine();
    const other = await service.organization();
    calls.length = 0;
    await commitOnce(service.runtime, other.organizationId);
    service.clock.advance(1_000);
    await commitOnce(service.runtime, organizationId);
    expect(calls).toEqual(['BatchGet', 'TransactWrite', 'BatchGet', 'TransactWrite']);
  });

  test('asks outside of its turn', async () => {
    const { service, organizationId, calls } = await startInLine();
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      ask: async () => void calls.push('ask'),
      decide: (_found, draft) => {
        draft.event({ type: 'deposit.completed', data: {} });
        return { reply: { status: 200, body: undefined } };
      },
    });
    expect(calls).toEqual(['BatchGet', 'ask', 'Update', 'BatchGet', 'TransactWrite']);
  });

  test('does not wait in order to replay', async () => {
    const { service, organizationId } = await startInLine();
    const runtime = { ...service.runtime, sleep: () => new Promise<void>(() => {}) };
    const claim = Promise.resolve({ replay: { status: 200, body: '{}' } } as unknown as ClaimOutcome);
    await expect(commitOnce(runtime, organizationId, 1n, { claim })).rejects.toBeInstanceOf(Replay);
  });
});

describe('what a decision only reads', () => {
  /** A payee that a test blocks between a decision's reading and its commit. */
  async function startWithRecipient() {
    const { service, organization, table } = await startFaulty();
    const { organizationId } = organization;
    const recipient: Recipient = {
      organizationId,
      recipientId: 'rcp_1',
      version: 1,
      type: 'individual',
      name: 'Ada',
      country: 'DE',
      status: 'active',
      methods: [],
      createdAt: service.clock.now.toString(),
    };
    await service.runtime.store.put(RecipientEntity, recipient);
    const recipientRef = refTo(RecipientEntity, { organizationId, recipientId: 'rcp_1' });
    const block = () => service.runtime.store.put(RecipientEntity, { ...recipient, version: 2, status: 'blocked' });
    const seen: (string | undefined)[] = [];
    const decision = {
      organizationId,
      reads: { recipient: recipientRef, nobody: refTo(RecipientEntity, { organizationId, recipientId: 'rcp_2' }) },
      decide: (found: { recipient?: Recipient; nobody?: Recipient }, draft: JournalDraft) => {
        seen.push(`${found.recipient?.status} ${found.nobody?.status}`);
        draft.event({ type: 'deposit.completed', data: {} });
        return { reply: { status: 200, body: undefined } };
      },
    };
    const appear = () => service.runtime.store.put(RecipientEntity, { ...recipient, recipientId: 'rcp_2' });
    return { service, organization, table, decision, seen, recipient, block, appear };
  }

  test.each(['block', 'appear'] as const)(
    'is looked at again when it changed before the commit: %s',
    async (change) => {
      const { service, organization, table, decision, seen, ...changes } = await startWithRecipient();
      table.intercept(beforeFirst('TransactWrite', changes[change]));
      await decideAndCommit(service.runtime, decision);
      expect(seen).toEqual(['active undefined', change === 'block' ? 'blocked undefined' : 'active active']);
      expect(await readFeed(service, organization)).toHaveLength(1);
    },
  );

  test.each([false, true])(
    'is looked at again when it changed after the caller had read it; written: %s',
    async (writes) => {
      const { service, decision, seen, recipient, block } = await startWithRecipient();
      await block();
      const decide: typeof decision.decide = (found, draft) => {
        if (writes && found.recipient) draft.write(replace(RecipientEntity, found.recipient));
        if (writes) draft.skipCheck('recipient');
        return decision.decide(found, draft);
      };
      await decideAndCommit(service.runtime, { ...decision, known: { recipient }, decide });
      expect(seen).toEqual(['active undefined', 'blocked undefined']);
    },
  );

  test('may change when the decision disregards it', async () => {
    const { service, table, decision, seen, block } = await startWithRecipient();
    table.intercept(beforeFirst('TransactWrite', block));
    const decide: typeof decision.decide = (found, draft) => {
      draft.skipCheck('recipient', 'nobody');
      return decision.decide(found, draft);
    };
    await decideAndCommit(service.runtime, { ...decision, decide });
    expect(seen).toEqual(['active undefined']);
  });

  test.each([
    ['is named beforehand', true, 2],
    ['only the decision names', false, 3],
  ])('and looked up, which %s, is checked like the rest', async (_which, isNamed, reads) => {
    const { service, table, decision, seen, block } = await startWithRecipient();
    const { recipient } = decision.reads;
    let headRefs = 0;
    const blocks = beforeFirst('TransactWrite', block);
    table.intercept((call, send) => {
      if (readsHead(call)) headRefs += 1;
      return blocks(call, send);
    });
    await decideAndCommit(service.runtime, {
      ...decision,
      reads: {},
      ...(isNamed && { lookUps: [recipient, recipient] }),
      decide: (_found, draft) => decision.decide({ recipient: draft.lookUp(recipient) }, draft),
    });
    expect(seen).toEqual(['active undefined', 'blocked undefined']);
    expect(headRefs).toBe(reads);
  });

  test('of the organization belongs to the head: one that is about to change is read again', async () => {
    const { service, organization, table } = await startFaulty();
    const { organizationId } = organization;
    const organizationRef = refTo(OrganizationEntity, { organizationId });
    const before = await service.runtime.store.get(organizationRef);
    await suspend(service.runtime, organizationId);
    const after = await service.runtime.store.get(organizationRef);
    // As a reader may see it while the suspension is under way: the head already, the organization not yet.
    await service.runtime.store.put(OrganizationEntity, before as Organization);
    let reads = 0;
    table.intercept(async (call, send) => {
      if (readsHead(call) && ++reads === 3) await service.runtime.store.put(OrganizationEntity, after as Organization);
      return send();
    });
    const seen: string[] = [];
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      decide: (found) => {
        seen.push(found.organization.status);
        return undefined;
      },
    });
    expect(seen).toEqual(['suspended']);
    expect(reads).toBe(3);
  });
});

describe('a request that keeps losing', () => {
  test('is answered 429 RATE_LIMITED with Retry-After, changes nothing, and its key is free again', async () => {
    const { service, organization, table } = await startFaulty();
    const send = () =>
      service.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount: '5.00' }, { idempotencyKey: 'one' });
    table.intercept(({ name, input }, proceed) => {
      const writes = input.TransactItems as { Put?: { Item?: { sk?: string } } }[] | undefined;
      if (name === 'TransactWrite' && writes?.some(({ Put }) => Put?.Item?.sk === 'HEAD')) throw transactionConflict();
      return proceed();
    });
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { type: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    table.intercept(undefined);
    expect(await available(service, organization)).toBe('0.00');
    bodyOf(await send(), 201);
    expect(await available(service, organization)).toBe('5.00');
  });
});

describe('an answer that was lost', () => {
  const fundWith = (service: TestService, organization: Parameters<typeof fund>[1]) =>
    service.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount: '5.00' }, { idempotencyKey: 'one' });

  test('of a commit that took effect is settled by reading back: the request succeeds once', async () => {
    const { service, organization, table } = await startFaulty();
    table.intercept(async ({ name }, send) => {
      const answer = await send();
      if (name === 'TransactWrite') throw lostAnswer();
      return answer;
    });
    const first = bodyOf(await fundWith(service, organization), 201);
    table.intercept(undefined);
    const replay = await fundWith(service, organization);
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(replay, 201)).toEqual(first);
    expect(await available(service, organization)).toBe('5.00');
  });

  test('of a commit that did not take effect frees the key: INTERNAL, and the same key executes', async () => {
    const { service, organization, table } = await startFaulty();
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite') throw lostAnswer();
      return send();
    });
    expect(await fundWith(service, organization)).toMatchObject({ status: 500, body: { type: 'INTERNAL' } });
    table.intercept(undefined);
    bodyOf(await fundWith(service, organization), 201);
    expect(await available(service, organization)).toBe('5.00');
  });

  test('that cannot be read back either is PAYOUT_OUTCOME_UNKNOWN, and the key is kept', async () => {
    const { service, organization, table } = await startFaulty();
    let lost = false;
    table.intercept(async ({ name }, send) => {
      if (lost && name === 'Delete') throw lostAnswer();
      const answer = await send();
      if (name !== 'TransactWrite') return answer;
      lost = true;
      throw lostAnswer();
    });
    expect((await fundWith(service, organization)).body.type).toBe('PAYOUT_OUTCOME_UNKNOWN');
    table.intercept(undefined);
    bodyOf(await fundWith(service, organization), 201);
    expect(await available(service, organization)).toBe('5.00');
  });
});
