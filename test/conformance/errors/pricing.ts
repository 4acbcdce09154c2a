import { expect } from 'vitest';
import { RailRefusal } from '../../../shared/ports/payout-rail.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import type { Stage } from '../observed.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** From now on prices come from here. */
function priceBy(stage: Stage, price: FakeRail['price']): void {
  const rail = new FakeRail();
  rail.price = price;
  stage.ports = { payouts: { sandbox: rail } };
}

const accountOf = ({ methods: [method] }: { methods: { destinationAccountId: string }[] }) =>
  method?.destinationAccountId ?? '';

/** What stands between an amount and its price. */
export const pricingRows: readonly ErrorRow[] = [
  {
    words:
      '`PROVIDER_REJECTED` | 400 | network refused before submission, often below corridor minimum | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage);
      priceBy(stage, async ({ fee }, wanted) => {
        if (wanted && wanted.amount < 50_00n) throw new RailRefusal('below the minimum of NETWORK');
        return { rate: '0.92', fee };
      });
      const destinationAccountId = accountOf(recipient);
      return {
        of,
        calls: [() => pay({ amount: '49.99' }), () => sluice.createQuote({ amount: '49.99', destinationAccountId })],
        check: (errors) => expect(errors.map(({ detail }) => detail).join()).not.toContain('NETWORK'),
        instead: () => pay({ amount: '50.00' }),
      };
    },
  },
  {
    words: '`DESTINATION_ACCOUNT_NOT_FOUND` | 404 | refused before pricing | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const elsewhere = accountOf((await payer(stage)).recipient);
      let priced = 0;
      priceBy(stage, async ({ fee }) => {
        priced += 1;
        return { rate: '0.92', fee };
      });
      return {
        of,
        calls: ['acct_unknown', elsewhere].flatMap((destinationAccountId) => [
          () => pay({ destinationAccountId }),
          () => sluice.createQuote({ amount: '100.00', destinationAccountId }),
        ]),
        check: () => expect(priced).toBe(0),
        async instead() {
          await pay();
          expect(priced).toBe(1);
        },
      };
    },
  },
  {
    words:
      '`RATE_DRIFT_EXCEEDED` | 400 | quote moved past `expectDestination` by more than allowed; re-quote | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage);
      const quote = { amount: '100.00', destinationAccountId: accountOf(recipient) };
      const { destinationAmount } = await sluice.createQuote(quote);
      priceBy(stage, async ({ fee }) => ({ rate: '0.5', fee }));
      const expecting = (amount: string, tolerance: string) => () => pay({ expectDestination: { amount, tolerance } });
      return {
        of,
        calls: [expecting(destinationAmount, '0'), expecting(destinationAmount, '0.1')],
        async instead() {
          const { destinationAmount: now } = await sluice.createQuote(quote);
          await expecting(now, '0')();
        },
      };
    },
  },
  {
    words: '`QUOTE_UNVERIFIABLE` | 400 | quote could not be compared to the expectation | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const expecting = (amount: string) => () => pay({ expectDestination: { amount } });
      return { of, calls: ['0', '1.001'].map(expecting), instead: expecting('1.00') };
    },
  },
  {
    words: '`QUOTE_NOT_POSITIVE` | 400 | nothing would arrive after fees | -',
    async scene(stage) {
      const { of, sluice, pay, recipient } = await payer(stage, { corridorId: 'ngn_ng_account' });
      const tooLittle = { amount: '1.50', destinationAccountId: accountOf(recipient) };
      return {
        of,
        calls: [() => pay(tooLittle), () => sluice.createQuote(tooLittle)],
        instead: () => pay({ amount: '1.51' }),
      };
    },
  },
  {
    words: '`CURRENCY_PRECISION_MISMATCH` | 503 | network priced in unexpected units; retry later | -',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      priceBy(stage, async ({ fee }) => ({ rate: '0.123456789', fee }));
      return { of, calls: [pay], clear: () => stage.mend() };
    },
  },
  {
    words: '`EXACT_OUTPUT_UNSUPPORTED` | 400 | routing cannot lock receiving amount | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage, { corridorId: 'php_ph_account' });
      return {
        of,
        calls: [() => pay({ amountLeg: 'destination' }), () => pay({ amountLeg: 'source_net' })],
        instead: () => pay({ amountLeg: 'source' }),
      };
    },
  },
  {
    words:
      '`INDICATIVE_PRICING_UNAVAILABLE` | 400 | routing prices only against a recipient | nothing moved / do not retry',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage, { corridorId: 'ngn_ng_account' });
      return {
        of,
        calls: [() => sluice.getIndicativeRate({ from: 'USD', to: 'NGN' }), () => pay({ amountLeg: 'source_net' })],
        instead: pay,
      };
    },
  },
];
