import { bankPage } from '../../../../shared/checkout/methods/bank/page/bank-page.ts';
import { sandboxCardPage } from '../../../../shared/checkout/methods/card/page/sandbox-card-page.ts';
import { cryptoPage } from '../../../../shared/checkout/methods/crypto/page/crypto-page.ts';
import { shortPage } from '../../../../shared/checkout/methods/crypto/page/short-page.ts';
import { failurePage } from '../../../../shared/checkout/page/failure-page.ts';
import { paymentPage } from '../../../../shared/checkout/page/payment-page.ts';
import { forwardPage, lookAgainAfter, resultPage, results } from '../../../../shared/checkout/page/result-page.ts';
import { pageStates, paidPage, statePage } from '../../../../shared/checkout/page/state-page.ts';
import { textsOf } from '../../../../shared/checkout/page/texts.ts';
import type { Language } from '../../../../shared/pages/language.ts';
import { chooseWords } from '../../../../shared/pages/words.ts';

export const path = '/p/checkout/org.lnk_1.0';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A frame as endpoints make it. */
export function frameIn(language: Language, organization = 'Example') {
  return { ...chooseWords(textsOf, { lang: language }), organization, livemode: false, path };
}

/** Every page in a language, by name. @param text stands in every field that a merchant or buyer chooses */
export function everyPage(language: Language, text = 'Example'): Record<string, string> {
  const frame = frameIn(language, text);
  const money = { total: 123_456n, currency: 'USD' };
  const items = [{ name: text, description: text, quantity: 3, unitAmount: 41_152n }];
  const link = { ...money, items, tax: 7_000n, taxRate: '6.0113', taxInclusive: true, expiresAt: Date.UTC(2026, 2, 1) };
  const methods = [
    { kind: 'card' },
    { kind: 'bank', accountId: 'ca_1' },
    { kind: 'crypto', token: text, chain: text, address },
  ] as const;
  const view = {
    frame,
    link: { ...link, methods: [...methods] },
    view: 'v',
    cancelUrl: 'https://shop.example/?a=1&b=2',
  };
  const details = { holderName: text, iban: 'DE89370400440532013000', bic: text, bankName: text };
  const cards = [
    { name: 'a', number: '4242 4242 4242 4242' },
    { name: 'b', number: '4000', declined: text },
  ];
  const until = Date.UTC(2026, 2, 1);
  const transfer = {
    frame,
    ...money,
    token: 'USDC',
    chain: text,
    address,
    amount: 10_004_213n,
    until,
    now: until - 90_000,
    view: 'v',
  };
  const paid = {
    status: 'refunded',
    amount: 123_456n,
    currency: 'USD',
    refunded: 100_000n,
    reversed: 23_456n,
    createdAt: '2026-03-01T12:00:00.000Z',
  } as const;
  const short = { amount: 123_456n, received: 123_450n, currency: 'USD' };
  const rest = { short, another: 'w' };
  const others = [10_000_000n, 9n].map((amount) => ({ amount, token: 'USDC', madeAt: until }));
  const onwards = 'https://shop.example/paid?payment_id=pay_1_2&a=b';
  return {
    ...Object.fromEntries(methods.map(({ kind }) => [kind, paymentPage({ ...view, chosen: kind })])),
    paidBefore: paymentPage({ ...view, chosen: 'card', paid }),
    paidByThisBrowser: paidPage(frame, 'full', { paid: { ...paid, status: 'pending' } }).html,
    shortHere: paymentPage({ ...view, chosen: 'bank', short: [{ ...short, method: { kind: 'crypto' } }] }),
    shortElsewhere: paidPage(frame, 'busy', { paid, short: [short] }, path).html,
    account: bankPage({ frame, details, reference: 'RF18539007547034', ...money }),
    accountShort: bankPage({ frame, details, reference: 'RF18539007547034', ...money, rest }),
    address: cryptoPage(transfer),
    addressNotSeen: cryptoPage({ ...transfer, note: 'notSeenYet' }),
    addressTested: cryptoPage({ ...transfer, note: 'testTransferSent' }),
    addressOtherAmounts: cryptoPage({ ...transfer, others }),
    addressShort: cryptoPage({ ...transfer, rest, others }),
    shortByCrypto: shortPage({ frame, ...money, rest, view: 'v', others }),
    addressLive: cryptoPage({ ...transfer, frame: { ...frame, livemode: true } }),
    sandboxCard: sandboxCardPage({ frame, cards, ...money, cancel: path, declinedCard: 'b' }),
    forward: forwardPage(frame, onwards),
    ...Object.fromEntries(
      results.map((result) => [
        result,
        resultPage({
          frame,
          result,
          ...money,
          paymentId: text,
          onwards,
          again: result === 'failed' ? path : undefined,
        }),
      ]),
    ),
    stillWaiting: resultPage({ frame, result: 'waiting', ...money, look: lookAgainAfter.length }),
    ...Object.fromEntries(
      [400, 404, 429, 500].map((status) => [
        `failure${status}`,
        failurePage({ status, requestId: text, lang: language, acceptLanguage: text }),
      ]),
    ),
    ...Object.fromEntries(
      pageStates.map((state) => [
        state,
        statePage({ frame, state, expiresAt: Date.UTC(2026, 2, 1), again: path }).html,
      ]),
    ),
  };
}
