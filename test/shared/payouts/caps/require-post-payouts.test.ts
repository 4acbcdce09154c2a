import { beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../../support/answers.ts';
import { accept, addQuote, bodyOf, sendPayout } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { available, setControls } from '../../journal/commit/support.ts';
import { capped, quoteOf } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

describe('USE_POST_PAYOUTS', () => {
  test.each([
    ['an approval threshold', { approvals: { threshold: 1_000_00n, quorum: 1, approvers: [] } }],
    ['a daily approval threshold', { approvals: { dailyThreshold: 1_000_00n, quorum: 1, approvers: [] } }],
    ['a velocity cap', { velocity: { payouts: 5, minutes: 10 } }],
  ])('is what quote and accept answer, at any amount, where there is %s', async (control, controls) => {
    const { organization, recipient } = await capped(service, {});
    const quote = await addQuote(service, organization, recipient);
    await setControls(service.runtime, organization.organizationId, controls);
    const detail = `the organization has ${control}`;
    expectError(await quoteOf(service, organization, recipient, '1.00'), 'USE_POST_PAYOUTS', { detail });
    expectError(await accept(service, organization, quote), 'USE_POST_PAYOUTS', { detail });
    expect(await available(service, organization)).toBe('10000.00');
    bodyOf(await sendPayout(service, organization, recipient));
    await setControls(service.runtime, organization.organizationId, { approvals: undefined, velocity: undefined });
    bodyOf(await accept(service, organization, quote));
  });
});
