import { expect } from 'vitest';
import type { Controls } from '../../shared/journal/commit/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { settle } from '../../support/journey.ts';
import type { Stage } from '../observed.ts';
import { liveOrganization } from './live.ts';
import { payer } from './payer.ts';
import type { Call, ErrorRow } from './row.ts';

/** Makes a call while these controls are set. */
function under(stage: Stage, organizationId: string, controls: Controls, call: Call): Call {
  const none = Object.fromEntries(Object.keys(controls).map((name) => [name, undefined]));
  return async () => {
    await setControls(stage.service.runtime, organizationId, controls);
    try {
      return await call();
    } finally {
      await setControls(stage.service.runtime, organizationId, none);
    }
  };
}

const quoteLivesMs = 10 * 60_000;

/** Why a payout is not sent, or not stopped. */
export const payoutRows: readonly ErrorRow[] = [
  {
    words:
      '`BAD_REQUEST` | 400 | non-field 400 (expired quote, above corridor maximum, non-positive amount, etc.); read `detail` | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage);
      const { destinationAccountId } = recipient.methods[0];
      const { snapshotId } = await sluice.createQuote({ amount: '100.00', destinationAccountId });
      stage.service.clock.advance(quoteLivesMs);
      return {
        of,
        calls: [
          () => sluice.acceptQuote({ snapshotId }),
          () => pay({ amount: '250000.01' }),
          () => pay({ amount: '0.00' }),
          () => pay({ amount: '-1.00' }),
        ],
        check: (errors) =>
          expect(errors.map(({ detail }) => detail)).toEqual([
            'snapshotId: the quote has expired',
            "the amount is above the corridor's maximum of 250000.00 USD",
            'amount: is not positive',
            'amount: is not positive',
          ]),
        async instead() {
          const quote = await sluice.createQuote({ amount: '100.00', destinationAccountId });
          await sluice.acceptQuote({ snapshotId: quote.snapshotId });
        },
      };
    },
  },
  {
    words: '`INSUFFICIENT_BALANCE` | 400 | top up then retry | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const tooMuch = () => pay({ amount: '1000.01' });
      return {
        of,
        calls: [tooMuch],
        async instead() {
          await sluice.fundSandbox({ amount: '0.01' });
          await tooMuch();
        },
      };
    },
  },
  {
    words:
      '`PAYOUT_NOT_CANCELABLE` | 400 | only a payout awaiting own funds can be canceled | nothing moved / do not retry',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const { payoutId: done } = await pay({ reference: 'done' }, { idempotencyKey: 'done' });
      await settle(stage.service);
      const { payoutId } = await pay();
      return { of, calls: [payoutId, done].map((id) => () => sluice.cancelPayout({ payoutId: id })) };
    },
  },
  {
    words: '`PAYOUT_LIMIT_EXCEEDED` | 422 | over single, daily or per-end-user limit | -',
    quotes: {
      'Endpoints > Quote a payout': [
        'Caps',
        '422 `PAYOUT_LIMIT_EXCEEDED` (single, daily or per-end-user cap, named in the message)',
      ],
      Limits: 'Per-payout caps | single, daily and per-end-user daily caps apply at quote and payout',
    },
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage, { endUserId: 'ana' });
      const { destinationAccountId } = recipient.methods[0];
      const ways: Call[] = [pay, () => sluice.createQuote({ amount: '100.00', destinationAccountId })];
      const caps = [{ single: 99_99n }, { daily: 99_99n }, { perEndUserDaily: 99_99n }];
      return {
        of,
        calls: caps.flatMap((limits) => ways.map((way) => under(stage, of.organizationId, { limits }, way))),
        check: (errors) =>
          expect(errors.map(({ detail }) => /single|per-end-user daily|daily/.exec(detail)?.[0])).toEqual(
            ['single', 'daily', 'per-end-user daily'].flatMap((name) => ways.map(() => name)),
          ),
        instead: () => pay({ amount: '99.99' }),
      };
    },
  },
  {
    words: '`USE_POST_PAYOUTS` | 403 | approval threshold or velocity cap applies | -',
    quotes: {
      'Endpoints > Quote a payout': '403 `USE_POST_PAYOUTS`.',
      'Endpoints > Accept a quote (sends the money)':
        '403 `USE_POST_PAYOUTS` (organization has an approval threshold or velocity cap',
    },
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage);
      const { destinationAccountId } = recipient.methods[0];
      const quote = () => sluice.createQuote({ amount: '100.00', destinationAccountId });
      const { snapshotId } = await quote();
      const accept = () => sluice.acceptQuote({ snapshotId });
      const velocity = { velocity: { payouts: 5, minutes: 1 } };
      const approvals = { approvals: { threshold: 500_00n, quorum: 1, approvers: [] } };
      return {
        of,
        calls: [velocity, approvals].flatMap((controls) =>
          [quote, accept].map((call) => under(stage, of.organizationId, controls, call)),
        ),
        instead: under(stage, of.organizationId, velocity, pay),
      };
    },
  },
  {
    words: '`FUNDING_NOT_APPLICABLE` | 501 | payout settles from balance | -',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage, { of: await liveOrganization(stage) });
      const { payoutId, requiresFunding } = await pay();
      expect(requiresFunding).toBe(false);
      return { of, calls: [() => sluice.getPayoutFunding({ payoutId })] };
    },
  },
];
