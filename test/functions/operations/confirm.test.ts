import { beforeEach, describe, expect, test } from 'vitest';
import { maxOpenProposals, proposalLifetimeMs } from '../../../shared/operations/proposals/propose.ts';
import { available } from '../../shared/journal/commit/support.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { lostAnswer } from '../../support/faults.ts';
import {
  expectSoundBooks,
  fundedOrganization,
  readFeed,
  readLedger,
  type TestOrganization,
} from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

const limit = { secondOperatorAbove: '100.00' };
let service: TestService;
let of: TestOrganization;
let keys = 0;
let transfers = 0;

beforeEach(async () => {
  service = await TestService.start(limit);
  of = await fundedOrganization(service, '500.00');
});

interface Adjusting {
  readonly operator?: string;
  readonly organizationId?: string;
  readonly direction?: string;
  readonly currency?: string;
}

/** An adjustment under a key of its own. */
function adjust(amount: string, { operator = 'ada', organizationId = of.organizationId, ...more }: Adjusting = {}) {
  keys += 1;
  const input = { organizationId, direction: 'credit', amount, currency: 'USD', reason: 'fee', ...more };
  return performed(service, 'adjust', input, { idempotencyKey: `key-${keys}`, operator });
}

function credit(amount: string, more: object = {}) {
  transfers += 1;
  const externalId = `bank-${transfers}`;
  return { organizationId: of.organizationId, amount, currency: 'USD', externalId, ...more };
}

const settlement = (proposalId: string, decision = 'execute') => ({
  organizationId: of.organizationId,
  proposalId,
  decision,
});
const confirm = (proposalId: string, operator = 'ben', on: TestService = service) =>
  perform(on, 'confirm', settlement(proposalId), { operator });
const reject = (proposalId: string, operator = 'ben') =>
  perform(service, 'confirm', settlement(proposalId, 'reject'), { operator });

describe('what one operator does alone', () => {
  test.each(['credit', 'debit'])(
    'is a %s up to the limit; above it nothing moves, and it is proposed',
    async (direction) => {
      expect(await adjust('100.00', { direction })).toMatchObject({ currency: 'USD' });
      const before = await available(service, of);
      const proposed = await adjust('100.01', { direction, operator: 'ben' });
      expect(proposed).toEqual({
        proposalId: expect.stringMatching(/^prop_/),
        status: 'open',
        operation: 'adjust',
        input: { organizationId: of.organizationId, direction, amount: '100.01', currency: 'USD', reason: 'fee' },
        proposedBy: 'operator:ben',
        createdAt: new Date(service.clock.now).toISOString(),
        expiresAt: new Date(service.clock.now + proposalLifetimeMs).toISOString(),
      });
      expect(await available(service, of)).toBe(before);
      expect(await readLedger(service, of)).toHaveLength(2);
      expect((await performed(service, 'show', { organizationId: of.organizationId })).proposals).toEqual([proposed]);
      const audited = (await auditRows(service, of)).filter(({ resourceId }) => resourceId === proposed.proposalId);
      expect(audited).toMatchObject([{ action: 'balance.adjust', actorUserId: 'operator:ben', outcome: 'succeeded' }]);
    },
  );

  test('is counted over the day: many small sums, of either direction, are no way around', async () => {
    await adjust('60.00');
    await adjust('40.00', { direction: 'debit' });
    expect(await adjust('0.01')).toMatchObject({ status: 'open' });
    expect(await performed(service, 'credit-deposit', credit('0.01'))).toMatchObject({ status: 'open' });
    expect(await adjust('100.00', { operator: 'ben' })).toMatchObject({ currency: 'USD' });
  });

  test('is counted over all organizations', async () => {
    const { organizationId } = await service.organization();
    await adjust('60.00');
    expect(await adjust('60.00', { organizationId })).toMatchObject({ status: 'open' });
    expect(await adjust('40.00', { organizationId })).toMatchObject({ currency: 'USD' });
  });

  test('is counted anew on the next UTC day, and not by a clock that is a little behind it', async () => {
    service.clock.now = Date.parse('2026-03-02T00:00:01.000Z');
    await adjust('100.00');
    service.clock.now = Date.parse('2026-03-01T23:59:58.000Z');
    expect(await adjust('0.01')).toMatchObject({ status: 'open' });
    service.clock.now = Date.parse('2026-03-03T00:00:00.000Z');
    expect(await adjust('100.00')).toMatchObject({ currency: 'USD' });
  });

  test('is counted for a person and not for a session', async () => {
    const session = (name: string) => `arn:aws:sts::123456789012:assumed-role/Operators/${name}`;
    await adjust('60.00', { operator: session('ada') });
    expect(await adjust('60.00', { operator: session('ben') })).toMatchObject({ status: 'open' });
  });

  test('is counted once when many do it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => adjust('30.00')));
    expect(answers.filter(({ status }) => status === 'open')).toHaveLength(2);
    expect(await available(service, of)).toBe('590.00');
    await expectSoundBooks(service, of);
  });

  test('in another currency than the organization settles in is always proposed', async () => {
    expect(await adjust('1', { currency: 'JPY' })).toMatchObject({ status: 'open' });
  });

  test('that could not be done is refused, and not proposed', async () => {
    const debit = {
      organizationId: of.organizationId,
      direction: 'debit',
      amount: '501.00',
      currency: 'USD',
      reason: 'x',
    };
    expectRefusal(await perform(service, 'adjust', debit, { idempotencyKey: 'k' }), 'INSUFFICIENT_BALANCE');
    expect(await storedItems(service, 'proposal')).toEqual([]);
  });

  test('without a limit is whatever they ask for; where nobody told the limit, nothing', async () => {
    const input = {
      organizationId: of.organizationId,
      direction: 'credit',
      amount: '1000000.00',
      currency: 'USD',
      reason: 'x',
    };
    const untold = service.process((_call, send) => send(), { secondOperatorAbove: undefined });
    expectRefusal(await perform(untold, 'adjust', input, { idempotencyKey: 'a' }), 'INTERNAL');
    expect(await available(service, of)).toBe('500.00');
    const unlimited = service.process((_call, send) => send(), { secondOperatorAbove: 'none' });
    await performed(unlimited, 'adjust', input, { idempotencyKey: 'b' });
    expect(await available(service, of)).toBe('1000500.00');
  });
});

describe('a proposal', () => {
  test('is answered again under its key, and not made twice', async () => {
    const input = {
      organizationId: of.organizationId,
      direction: 'credit',
      amount: '200.00',
      currency: 'USD',
      reason: 'x',
    };
    const first = await perform(service, 'adjust', input, { idempotencyKey: 'once' });
    expect(await perform(service, 'adjust', input, { idempotencyKey: 'once' })).toEqual({ ...first, replayed: true });
    expect(await storedItems(service, 'proposal')).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])('of a process that dies at its call %i is made once by the repetition', async (call) => {
    const input = {
      organizationId: of.organizationId,
      direction: 'credit',
      amount: '200.00',
      currency: 'USD',
      reason: 'x',
    };
    for (const moment of ['before', 'after'] as const) {
      const key = { idempotencyKey: `crash-${moment}` };
      const made = (await storedItems(service, 'proposal')).length;
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([perform(service.process(intercept, limit), 'adjust', input, key), crashed]);
      service.clock.advance(15_000);
      await performed(service, 'adjust', input, key);
      expect(await storedItems(service, 'proposal')).toHaveLength(made + 1);
      expect(await available(service, of)).toBe('500.00');
    }
  });

  test('of a bank transfer is one for its id, whoever asks; with other details it is refused', async () => {
    const input = credit('200.00');
    const proposed = await performed(service, 'credit-deposit', input);
    expect(await performed(service, 'credit-deposit', input, { operator: 'ben' })).toEqual(proposed);
    expectRefusal(await perform(service, 'credit-deposit', { ...input, amount: '300.00' }), 'CONFLICT');
    expect(await storedItems(service, 'proposal')).toHaveLength(1);
    expect(await readFeed(service, of)).toHaveLength(1);
  });

  test('finds room only among so many that wait', async () => {
    const proposed = [];
    for (let i = 0; i < maxOpenProposals; i += 1) proposed.push(await adjust('200.00'));
    const input = {
      organizationId: of.organizationId,
      direction: 'credit',
      amount: '200.00',
      currency: 'USD',
      reason: 'x',
    };
    expectRefusal(await perform(service, 'adjust', input, { idempotencyKey: 'full' }), 'CONFLICT');
    await reject(proposed[3].proposalId, 'ada');
    await performed(service, 'adjust', input, { idempotencyKey: 'full' });
    service.clock.advance(proposalLifetimeMs);
    await adjust('200.00');
    expect((await performed(service, 'show', { organizationId: of.organizationId })).proposals).toHaveLength(1);
  });
});

describe('a second operator', () => {
  test('executes exactly what was proposed, as of now', async () => {
    const { proposalId } = await adjust('200.00', { direction: 'debit' });
    await adjust('50.00');
    const { result } = await confirm(proposalId);
    expect(result).toMatchObject({
      proposalId,
      status: 'executed',
      proposedBy: 'operator:ada',
      decidedBy: 'operator:ben',
      result: { currency: 'USD', available: '350.00' },
    });
    expect((await readLedger(service, of)).at(-1)).toMatchObject({ amount: '-200.00', reason: 'fee' });
    expect((await performed(service, 'show', { organizationId: of.organizationId })).proposals).toEqual([]);
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'operation.confirm');
    expect(audited).toMatchObject([{ resourceId: proposalId, actorUserId: 'operator:ben', outcome: 'succeeded' }]);
    await expectSoundBooks(service, of);
  });

  test('credits a bank transfer, once, with its event', async () => {
    const input = credit('200.00', { reference: 'INV 42' });
    const { proposalId } = await performed(service, 'credit-deposit', input);
    const { result } = await confirm(proposalId);
    expect(result.result).toMatchObject({ status: 'completed', amount: '200.00', reference: 'INV 42' });
    expect(await performed(service, 'credit-deposit', input)).toEqual(result.result);
    expect(await available(service, of)).toBe('700.00');
    expect(await readFeed(service, of)).toHaveLength(2);
  });

  test('who says it twice, or with others at once, executes it once and hears the same', async () => {
    const { proposalId } = await adjust('200.00');
    const answers = await Promise.all(['ben', 'eve', 'ben'].map((operator) => confirm(proposalId, operator)));
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(await confirm(proposalId)).toEqual(answers[0]);
    expect(await available(service, of)).toBe('700.00');
    expect(await readLedger(service, of)).toHaveLength(2);
  });

  test('is not who proposed it, under whichever session', async () => {
    const session = (name: string) => `arn:aws:sts::123456789012:assumed-role/Operators/${name}`;
    const { proposalId } = await adjust('200.00', { operator: session('ada') });
    expectRefusal(await confirm(proposalId, session('ada')), 'FORBIDDEN');
    expectRefusal(await confirm(proposalId, session('ben')), 'FORBIDDEN');
    expect(await available(service, of)).toBe('500.00');
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'operation.confirm');
    expect(audited.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  });

  test('who comes after a day is refused, and nothing moves', async () => {
    const { proposalId } = await adjust('200.00');
    service.clock.advance(proposalLifetimeMs);
    expectRefusal(await confirm(proposalId), 'CONFLICT');
    expect(await available(service, of)).toBe('500.00');
  });

  test('finds what the balance no longer covers refused, and may say it again', async () => {
    const { proposalId } = await adjust('450.00', { direction: 'debit' });
    await adjust('100.00', { direction: 'debit' });
    expectRefusal(await confirm(proposalId), 'INSUFFICIENT_BALANCE');
    await adjust('50.00', { operator: 'eve' });
    expect((await confirm(proposalId)).result).toMatchObject({ status: 'executed', result: { available: '0.00' } });
  });

  test('finds a transfer that was credited meanwhile refused', async () => {
    const input = credit('200.00');
    const { proposalId } = await performed(service, 'credit-deposit', input);
    const other = await service.organization();
    const unlimited = service.process((_call, send) => send());
    await performed(unlimited, 'credit-deposit', { ...input, organizationId: other.organizationId });
    expectRefusal(await confirm(proposalId), 'CONFLICT');
    expect([await available(service, of), await available(service, other)]).toEqual(['500.00', '200.00']);
  });

  test('rejects it for good; who proposed it may do so too', async () => {
    for (const operator of ['ben', 'ada']) {
      const { proposalId } = await adjust('200.00');
      const rejected = await reject(proposalId, operator);
      expect(rejected.result).toMatchObject({ status: 'rejected', decidedBy: `operator:${operator}` });
      expect(await reject(proposalId, 'eve')).toEqual(rejected);
      expectRefusal(await confirm(proposalId), 'CONFLICT');
    }
    expect(await available(service, of)).toBe('500.00');
  });

  test('cannot reject what was executed, nor confirm what nobody proposed here', async () => {
    const { proposalId } = await adjust('200.00');
    const other = await service.organization();
    const elsewhere = { ...settlement(proposalId), organizationId: other.organizationId };
    expectRefusal(await perform(service, 'confirm', elsewhere, { operator: 'ben' }), 'NOT_FOUND');
    await confirm(proposalId);
    expectRefusal(await reject(proposalId), 'CONFLICT');
  });

  test.each([1, 2, 3, 4])('whose process dies at its call %i executes it once by the repetition', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const before = (await readLedger(service, of)).length;
      const { proposalId } = await adjust('200.00');
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([confirm(proposalId, 'ben', service.process(intercept, limit)), crashed]);
      expect((await confirm(proposalId, 'eve')).result).toMatchObject({ status: 'executed' });
      expect(await readLedger(service, of)).toHaveLength(before + 1);
    }
    await expectSoundBooks(service, of);
  });

  test('whose answer was lost hears it by saying it again', async () => {
    const { proposalId } = await adjust('200.00');
    const loses = service.process(async ({ name }, send) => {
      const answer = await send();
      if (name === 'TransactWrite') throw lostAnswer();
      return answer;
    }, limit);
    await confirm(proposalId, 'ben', loses);
    expect((await confirm(proposalId)).result).toMatchObject({ status: 'executed', decidedBy: 'operator:ben' });
    expect(await available(service, of)).toBe('700.00');
  });
});
