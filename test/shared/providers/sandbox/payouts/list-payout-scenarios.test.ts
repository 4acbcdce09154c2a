import { describe, expect, test } from 'vitest';
import { accountIdentity } from '../../../../../shared/corridors/catalog/account-identity.ts';
import { checkRecipientDetails } from '../../../../../shared/corridors/catalog/recipient-details.ts';
import { failureCodes } from '../../../../../shared/ports/failure-codes.ts';
import { sandboxCorridors } from '../../../../../shared/providers/sandbox/corridors/catalog.ts';
import { listPayoutScenarios } from '../../../../../shared/providers/sandbox/payouts/list-payout-scenarios.ts';
import { outcomeOfAccount, sandboxOutcomes } from '../../../../../shared/providers/sandbox/payouts/outcomes.ts';
import { scenarioDetails } from '../../../../../shared/providers/sandbox/payouts/scenario-details.ts';
import { examplesOf, theCorridor } from '../../../corridors/catalog/support.ts';

const scenarios = listPayoutScenarios(sandboxCorridors);

test('every corridor has every outcome once', () => {
  const pairs = new Set(scenarios.map(({ corridorId, outcome }) => `${corridorId} ${outcome}`));
  expect(pairs.size).toBe(sandboxCorridors.length * sandboxOutcomes.length);
  expect(scenarios).toHaveLength(pairs.size);
});

test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
  'the details of every scenario of %s are stored as they are, and choose its outcome',
  (corridorId, corridor) => {
    for (const { recipientDetails, outcome } of scenarios.filter((scenario) => scenario.corridorId === corridorId)) {
      expect(checkRecipientDetails(corridor, recipientDetails)).toEqual({ details: recipientDetails });
      expect(outcomeOfAccount(corridor, recipientDetails).outcome).toBe(outcome);
    }
  },
);

test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
  'serials of %s are different accounts with the same outcome',
  (_, corridor) => {
    const accounts = [0, 1, 2, 999, 4_999].map((serial) => scenarioDetails(corridor, '34', serial));
    for (const details of accounts) {
      expect(checkRecipientDetails(corridor, details)).toEqual({ details });
      expect(outcomeOfAccount(corridor, details).digits).toBe('34');
    }
    expect(new Set(accounts.map((details) => accountIdentity(corridor, details))).size).toBe(accounts.length);
  },
);

test('every example completes', () => {
  for (const corridor of sandboxCorridors) {
    expect(outcomeOfAccount(corridor, examplesOf(corridor)).outcome, corridor.corridorId).toBe('completed');
  }
});

describe('the outcomes', () => {
  test('have names and digits of their own', () => {
    expect(new Set(sandboxOutcomes.map(({ outcome }) => outcome)).size).toBe(sandboxOutcomes.length);
    expect(new Set(sandboxOutcomes.map(({ digits }) => digits)).size).toBe(sandboxOutcomes.length);
  });

  test('bring about every failure code, and where it depends, both answers to whether the money came back', () => {
    const seen = new Set(scenarios.map(({ failureCode, fundsReturned }) => `${failureCode} ${fundsReturned}`));
    for (const code of failureCodes) expect(seen.has(`${code} ${code !== 'compliance_rejected'}`), code).toBe(true);
    expect(seen.has('execution_failed false') && seen.has('unknown false')).toBe(true);
  });

  test('bring about both refusals at creation, which have no status', () => {
    const refusals = scenarios.filter(({ error }) => error);
    expect(new Set(refusals.map(({ error }) => error))).toEqual(
      new Set(['PAYOUT_REFUSED', 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE']),
    );
    for (const { status } of refusals) expect(status).toBeUndefined();
    for (const { status } of scenarios.filter(({ error }) => !error)) expect(status).toBeDefined();
  });

  test('say money back as the specification does: always, except for compliance_rejected and the two unclear codes', () => {
    for (const { failureCode, fundsReturned } of scenarios.filter((scenario) => scenario.failureCode)) {
      if (failureCode === 'execution_failed' || failureCode === 'unknown') continue;
      expect(fundsReturned).toBe(failureCode !== 'compliance_rejected');
    }
  });
});

describe('a PIX key', () => {
  test.each([
    ['+5511912345621', 'account_invalid'],
    ['+551134567812', 'returned_by_bank'],
    ['123e4567-e89b-42d3-a456-426614174021', 'completed'],
    ['ana21@example21.com', 'completed'],
    ['52998222170', 'account_invalid'],
    ['11222333002120', 'account_invalid'],
  ])('%s: %s', (pixKey, outcome) => {
    expect(outcomeOfAccount(theCorridor('brl_br_pix_key'), { pixKey }).outcome).toBe(outcome);
  });
});

test('an IBAN that ends in a letter completes', () => {
  expect(outcomeOfAccount(theCorridor('eur_de_iban'), { iban: 'MT84MALT011000012345MTLCAST021S' }).outcome).toBe(
    'completed',
  );
});
