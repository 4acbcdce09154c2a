import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PayoutInstruction } from '../../../../../shared/ports/payout-rail.ts';
import { sandboxCorridors } from '../../../../../shared/providers/sandbox/corridors/catalog.ts';
import { listPayoutScenarios } from '../../../../../shared/providers/sandbox/payouts/list-payout-scenarios.ts';
import { sandboxOutcomes } from '../../../../../shared/providers/sandbox/payouts/outcomes.ts';
import {
  sandboxRail,
  sandboxRegistration,
  sandboxScreening,
} from '../../../../../shared/providers/sandbox/payouts/simulator.ts';
import { examplesOf } from '../../../corridors/catalog/support.ts';

const ACCEPTED_AT = Date.UTC(2026, 0, 5);
const scenarios = listPayoutScenarios(sandboxCorridors);
const anyScenario = fc.constantFrom(...scenarios);

function instructionFor({ corridorId, currency, recipientDetails }: (typeof scenarios)[number]): PayoutInstruction {
  return {
    key: 'po_1',
    corridorId,
    destinationAmount: 92_00n,
    destinationCurrency: currency,
    recipientName: 'Ana Souza',
    recipientDetails,
    acceptedAt: ACCEPTED_AT,
    organizationId: 'org_1',
    memo: '',
  };
}

function payoutTo(outcome: string): PayoutInstruction {
  const scenario = scenarios.find((candidate) => candidate.outcome === outcome);
  if (!scenario) throw new Error(`no scenario ${outcome}`);
  return instructionFor(scenario);
}

/** The statuses that somebody sees who looks exactly when told to, with the time of each. */
async function story(instruction: PayoutInstruction): Promise<string[]> {
  const seen: string[] = [];
  let now = ACCEPTED_AT;
  let news = await sandboxRail.submit(instruction, now);
  for (;;) {
    seen.push(`${news.status} at ${now - ACCEPTED_AT}`);
    const wait = 'recheckInMs' in news ? news.recheckInMs : undefined;
    if (wait === undefined) return seen;
    now += wait;
    news = await sandboxRail.status(instruction, now);
  }
}

describe('a payout goes as its account says', () => {
  test.each([
    ['completed', ['processing at 0', 'completed at 2000']],
    ['completed_without_processing', ['pending at 0', 'completed at 2000']],
    ['returned_by_bank', ['processing at 0', 'completed at 2000', 'returned at 4000']],
    ['account_invalid', ['pending at 0', 'failed at 1000']],
    ['execution_failed_funds_kept', ['processing at 0', 'failed at 2000']],
  ])('%s', async (outcome, expected) => {
    expect(await story(payoutTo(outcome))).toEqual(expected);
  });

  test('to the end that its scenario promises', async () => {
    for (const scenario of scenarios.filter(({ error }) => !error)) {
      const end = await sandboxRail.status(instructionFor(scenario), ACCEPTED_AT + 86_400_000);
      expect(end.status).toBe(scenario.status);
      if (end.status !== 'failed') continue;
      expect(end).toEqual({
        status: 'failed',
        failureCode: scenario.failureCode,
        fundsReturned: scenario.fundsReturned,
      });
    }
  });
});

test('every timeline starts at acceptance, advances and ends in a final status', () => {
  for (const { timeline } of sandboxOutcomes) {
    expect(timeline[0].afterMs).toBe(0);
    const times = timeline.map(({ afterMs }) => afterMs);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(['completed', 'failed', 'returned']).toContain(timeline.at(-1)?.status);
  }
});

test('submitting again, under any key, and asking give the same answer at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(anyScenario, fc.integer({ min: -5_000, max: 20_000 }), async (scenario, elapsedMs) => {
      const instruction = instructionFor(scenario);
      const first = await sandboxRail.submit(instruction, ACCEPTED_AT + elapsedMs);
      expect(await sandboxRail.submit(instruction, ACCEPTED_AT + elapsedMs)).toEqual(first);
      expect(await sandboxRail.status(instruction, ACCEPTED_AT + elapsedMs)).toEqual(first);
      expect(await sandboxRail.submit({ ...instruction, key: 'po_2' }, ACCEPTED_AT + elapsedMs)).toEqual(first);
    }),
  );
});

test('no news is ever taken back: a later look never shows an earlier status', async () => {
  const order = ['pending', 'processing', 'completed', 'failed', 'returned'];
  const elapsed = fc.integer({ min: -5_000, max: 20_000 });
  await fc.assert(
    fc.asyncProperty(anyScenario, elapsed, elapsed, async (scenario, a, b) => {
      const instruction = instructionFor(scenario);
      const earlier = await sandboxRail.status(instruction, ACCEPTED_AT + Math.min(a, b));
      const later = await sandboxRail.status(instruction, ACCEPTED_AT + Math.max(a, b));
      expect(order.indexOf(later.status)).toBeGreaterThanOrEqual(order.indexOf(earlier.status));
    }),
  );
});

test('between two looks that the rail asks for, nothing changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyScenario, fc.integer({ min: -5_000, max: 20_000 }), async (scenario, elapsedMs) => {
      const instruction = instructionFor(scenario);
      const news = await sandboxRail.status(instruction, ACCEPTED_AT + elapsedMs);
      const wait = 'recheckInMs' in news ? news.recheckInMs : undefined;
      if (wait === undefined) return;
      expect(wait).toBeGreaterThan(0);
      const before = await sandboxRail.status(instruction, ACCEPTED_AT + elapsedMs + wait - 1);
      const then = await sandboxRail.status(instruction, ACCEPTED_AT + elapsedMs + wait);
      expect(before.status).toBe(news.status);
      expect(then.status).not.toBe(news.status);
    }),
  );
});

test('every corridor has a positive rate of at most eight places and its own fee', async () => {
  for (const corridor of sandboxRail.corridors()) {
    const { rate, fee } = await sandboxRail.price(corridor);
    expect(rate).toMatch(/^\d+(\.\d{1,8})?$/);
    expect(Number(rate)).toBeGreaterThan(0);
    expect(fee).toBe(corridor.fee);
  }
});

describe('a recipient', () => {
  const subjects = scenarios.map((scenario) => ({ ...scenario, name: 'Ana Souza' }));

  test('is refused by screening only where the scenario says PAYOUT_REFUSED', async () => {
    for (const subject of subjects) {
      const expected = subject.error === 'PAYOUT_REFUSED' ? 'refused' : 'clear';
      expect(await sandboxScreening.screen(subject)).toBe(expected);
    }
  });

  test('is not registered only where the scenario says PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', async () => {
    for (const subject of subjects) {
      const expected = subject.error === 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE' ? 'unavailable' : 'registered';
      expect(await sandboxRegistration.register(subject)).toBe(expected);
    }
  });
});

test('a corridor or currency that the sandbox does not have is an error, not a silent success', async () => {
  const [corridor] = sandboxCorridors;
  if (!corridor) throw new Error('no corridors');
  const stranger = { ...payoutTo('completed'), corridorId: 'xxx', recipientDetails: examplesOf(corridor) };
  await expect(sandboxRail.submit(stranger, ACCEPTED_AT)).rejects.toThrow('no corridor xxx');
  await expect(sandboxRail.price({ ...corridor, currency: 'JPY' })).rejects.toThrow('no rate for JPY');
});
