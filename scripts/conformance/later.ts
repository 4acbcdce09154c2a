import type { Lists } from './lists.ts';

/** Statements about parts that are not built yet. Remove them when their part is built and tested. */
export const later: Lists = {
  'self-funded payouts': [
    {
      section: 'Errors',
      rows: ['`FUNDING_QUOTE_EXPIRED` | 409 | dashboard wallet funding quote expired | -'],
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
