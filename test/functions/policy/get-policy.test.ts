import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { type Organization, OrganizationEntity } from '../../../shared/identity/organization.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

const get = (of: TestOrganization, query = '') => service.get(`${pathOf(of)}/policy${query}`, of);

/** The policy of a new organization that is stored so. */
async function policyOf(stored: Partial<Organization>) {
  const { store } = service.runtime;
  const of = await service.organization();
  const organization = await store.get(refTo(OrganizationEntity, of));
  await store.put(OrganizationEntity, { ...(organization as Organization), ...stored });
  return bodyOf(await get(of));
}

const uncontrolled = {
  endUsersCountedSince: null,
  features: [],
  currency: 'USD',
  limits: { single: null, daily: null, perEndUserDaily: null },
  velocity: null,
  approvals: null,
};

test('an organization without controls has no features and no caps, live or not', async () => {
  for (const mode of ['sandbox', 'live'] as const) {
    expect(bodyOf(await get(await service.organization(mode)))).toEqual(uncontrolled);
  }
});

test('controls are shown in the settlement currency', async () => {
  const velocity = { payouts: 5, minutes: 10 };
  const approvals = { quorum: 2, approvers: ['user-1', 'user-2', 'user-3'] };
  const policy = await policyOf({
    features: ['mass_payouts', 'developer'],
    limits: { single: 1_000_000n, daily: 0n, perEndUserDaily: 50n },
    velocity,
    approvals: { ...approvals, threshold: 250_000n, dailyThreshold: 999n },
  });
  expect(policy).toEqual({
    endUsersCountedSince: null,
    features: ['mass_payouts', 'developer'],
    currency: 'USD',
    limits: { single: '10000.00', daily: '0.00', perEndUserDaily: '0.50' },
    velocity,
    approvals: { ...approvals, threshold: '2500.00', dailyThreshold: '9.99' },
  });
});

test('what is not set is null, beside what is', async () => {
  const controls = { limits: { daily: 1n }, approvals: { quorum: 1, approvers: [] } };
  expect(await policyOf({ settlementCurrency: 'EUR', ...controls })).toEqual({
    ...uncontrolled,
    currency: 'EUR',
    limits: { single: null, daily: '0.01', perEndUserDaily: null },
    approvals: { threshold: null, dailyThreshold: null, quorum: 1, approvers: [] },
  });
});

test('the policy has no parameters: VALIDATION_ERROR', async () => {
  expect(await get(await service.organization(), '?currency=EUR')).toMatchObject(refusedParameter('currency'));
});
