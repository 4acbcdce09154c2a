import type { Lists } from './lists.ts';

/** Statements about parts that are not built yet. Remove them when their part is built and tested. */
export const later: Lists = {
  'self-funded payouts': [
    {
      section: 'Endpoints > Other referenced operations',
      rows: ['`POST P/payouts/{payoutId}/funding/confirm` | confirm a self-funded payout after sending'],
    },
    {
      section: 'Errors',
      rows: [
        '`CONFLICT` | 409 | funding state changed under you; re-read the payout | read it back / change first',
        '`FUNDING_TRANSACTION_INVALID` | 400 | transaction does not fund this payout; nothing recorded | nothing moved / change first',
        '`FUNDING_NOT_YET_VERIFIABLE` | 409 | transaction not readable yet; confirm same hash later | nothing moved / same request',
        '`FUNDING_NOT_VERIFIABLE` | 409 | funding cannot be checked automatically; retry will not change the answer | -',
        '`FUNDING_TRANSACTION_ALREADY_USED` | 409 | already funded another payout | nothing moved / change first',
        '`PAYOUT_NOT_FUNDABLE` | 400 | payout canceled or finished | nothing moved / do not retry',
        '`FUNDING_QUOTE_EXPIRED` | 409 | dashboard wallet funding quote expired | -',
      ],
    },
  ],
  'crypto payouts': [
    {
      section: 'Errors',
      rows: [
        '`CRYPTO_PAYOUTS_DISABLED` | 400 | needs a key with scopes `write` and `crypto_payouts` | -',
        '`WALLET_NOT_PROVISIONED` | 400 | no wallet to pay a wallet recipient | -',
      ],
    },
  ],
};
