import { beforeAll, describe, expect, test } from 'vitest';
import { maxVelocityPayouts } from '../../../../shared/identity/controls.ts';
import { expectError } from '../../../support/answers.ts';
import { bodyOf, fundedOrganization, sendPayout, settle } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { setControls } from '../../journal/commit/support.ts';
import { capped, quoteOf } from './support.ts';

const short = { payouts: 1, minutes: 5 };
const long = { payouts: 2, minutes: 60 };

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

describe('a velocity cap', () => {
  test('lets so many payouts through in any so many minutes, to the millisecond', async () => {
    const { organization, recipient } = await capped(service, { velocity: { payouts: 2, minutes: 10 } });
    const pay = () => sendPayout(service, organization, recipient, { amount: '1.00' });
    bodyOf(await pay());
    service.clock.advance(4 * 60_000);
    bodyOf(await pay());
    const refused = {
      detail: 'above the velocity cap of 2 payouts in 10 minutes, which counts failed and canceled ones, too',
    };
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(6 * 60_000 - 1);
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(1);
    bodyOf(await pay());
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(4 * 60_000);
    bodyOf(await pay());
  });

  test('counts what failed, and not what was refused', async () => {
    const { organization, recipient } = await capped(
      service,
      { velocity: { payouts: 2, minutes: 10 } },
      { outcome: 'account_invalid' },
    );
    expectError(await sendPayout(service, organization, recipient, { amount: '20000.00' }), 'INSUFFICIENT_BALANCE');
    bodyOf(await sendPayout(service, organization, recipient, { amount: '1.00' }));
    bodyOf(await sendPayout(service, organization, recipient, { amount: '1.00' }));
    await settle(service);
    expectError(await sendPayout(service, organization, recipient, { amount: '1.00' }), 'PAYOUT_LIMIT_EXCEEDED');
  });

  test.each([
    ['the own is the shorter', { velocity: short, platformVelocity: long }],
    ['the platform’s is the shorter', { velocity: long, platformVelocity: short }],
  ])('of the organization holds beside the platform’s: %s', async (_, controls) => {
    const { organization, recipient } = await capped(service, controls);
    const pay = () => sendPayout(service, organization, recipient, { amount: '1.00' });
    bodyOf(await pay());
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the velocity cap of 1 payout in 5 minutes, which counts failed and canceled ones, too',
    });
    service.clock.advance(5 * 60_000);
    bodyOf(await pay());
    service.clock.advance(5 * 60_000);
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the velocity cap of 2 payouts in 60 minutes, which counts failed and canceled ones, too',
    });
    service.clock.advance(50 * 60_000);
    bodyOf(await pay());
    const quote = await quoteOf(service, organization, recipient, '1.00');
    expectError(quote, 'USE_POST_PAYOUTS');
  });

  test('is never larger than the head can keep', async () => {
    const of = await fundedOrganization(service);
    const set = (payouts: number) =>
      setControls(service.runtime, of.organizationId, { velocity: { payouts, minutes: 1 } });
    await set(maxVelocityPayouts);
    await expect(set(maxVelocityPayouts + 1)).rejects.toThrow();
  });
});
