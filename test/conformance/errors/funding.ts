import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** Why a transaction does not fund a payout. */
export const fundingRows: readonly ErrorRow[] = [
  {
    words: '`CONFLICT` | 409 | funding state changed under you; re-read the payout | read it back / change first',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const payout = await funding.payout(service, of);
      const [first, second] = [funding.send(payout), funding.send(payout)];
      await sluice.confirmPayoutFunding(first);
      return {
        of,
        calls: [() => sluice.confirmPayoutFunding(second)],
        async instead() {
          const read = await sluice.getOrder(payout);
          await sluice.confirmPayoutFunding({ ...payout, transactionHash: read.funding?.hash ?? '' });
        },
      };
    },
  },
  {
    words:
      '`FUNDING_TRANSACTION_INVALID` | 400 | transaction does not fund this payout; nothing recorded | nothing moved / change first',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const payout = await funding.payout(service, of);
      const elsewhere = { ...funding.send({ payoutId: 'po_elsewhere' }), ...payout };
      const failed = funding.send(payout, { fails: true });
      return {
        of,
        calls: [elsewhere, failed].map((wrong) => () => sluice.confirmPayoutFunding(wrong)),
        instead: () => sluice.confirmPayoutFunding(funding.send(payout)),
      };
    },
  },
  {
    words:
      '`FUNDING_NOT_YET_VERIFIABLE` | 409 | transaction not readable yet; confirm same hash later | nothing moved / same request',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const payout = await funding.payout(service, of);
      const transactionHash = funding.newHash();
      return {
        of,
        calls: [() => sluice.confirmPayoutFunding({ ...payout, transactionHash })],
        clear: () => funding.send(payout, { hash: transactionHash }),
      };
    },
  },
  {
    words:
      '`FUNDING_NOT_VERIFIABLE` | 409 | funding cannot be checked automatically; retry will not change the answer | -',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const signer = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
      funding.listed.add(signer);
      const confirmation = funding.send(await funding.payout(service, of), { signer });
      const confirm = () => sluice.confirmPayoutFunding(confirmation);
      return { of, calls: [confirm, confirm] };
    },
  },
  {
    words: '`FUNDING_TRANSACTION_ALREADY_USED` | 409 | already funded another payout | nothing moved / change first',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const [paid, payout] = [await funding.payout(service, of), await funding.payout(service, of)];
      const used = funding.send(paid);
      funding.chain.finalize();
      await sluice.confirmPayoutFunding(used);
      return {
        of,
        calls: [() => sluice.confirmPayoutFunding({ ...used, ...payout })],
        instead: () => sluice.confirmPayoutFunding(funding.send(payout)),
      };
    },
  },
  {
    words: '`FUNDING_QUOTE_EXPIRED` | 409 | dashboard wallet funding quote expired | -',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service, http } = stage;
      const payout = await funding.payout(service, of);
      const operator = http.dashboard(of.organizationId, await service.member(of.organizationId, 'operator'));
      const { fundingQuoteId } = await operator.quotePayoutFunding(payout);
      service.clock.advance(10 * 60_000 + 1);
      const confirmation = { ...funding.send(payout, { madeAt: service.clock.now }), fundingQuoteId };
      return { of, calls: [() => sluice.confirmPayoutFunding(confirmation)] };
    },
  },
  {
    words: '`PAYOUT_NOT_FUNDABLE` | 400 | payout canceled or finished | nothing moved / do not retry',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { funding, service } = stage;
      const payout = await funding.payout(service, of);
      await sluice.cancelPayout(payout);
      return { of, calls: [() => sluice.confirmPayoutFunding(funding.send(payout))] };
    },
  },
];
