import type { FieldFault } from '../../../../shared/ground/errors/service-error.ts';
import type { Language } from '../../../../shared/pages/language.ts';
import { chooseWords } from '../../../../shared/pages/words.ts';
import { countryPage, methodPage } from '../../../../shared/payouts/page/country-page.ts';
import { detailsPage } from '../../../../shared/payouts/page/details-page.ts';
import { failurePage } from '../../../../shared/payouts/page/failure-page.ts';
import type { ClaimFrame } from '../../../../shared/payouts/page/frame-of.ts';
import { payoutPage } from '../../../../shared/payouts/page/payout-page.ts';
import { pricePage } from '../../../../shared/payouts/page/price-page.ts';
import { textsOf } from '../../../../shared/payouts/page/texts.ts';
import { shownStatuses } from '../../../../shared/payouts/payout/transitions.ts';
import type { BankCorridor } from '../../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';

export const path = '/p/payout/org.pl_1.0';
export const fromDollars = sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === 'USD');

/** One corridor of each kind of account. */
export const kindsOfAccount = fromDollars.filter(({ corridorId }) => !/^eur_(?!de_)/.test(corridorId));

/** A frame as pages make it. */
export function frameIn(language: Language, organization = 'North Paper', livemode = false): ClaimFrame {
  return { ...chooseWords(textsOf, { lang: language }), organization, livemode, path };
}

const until = Date.UTC(2026, 11, 24, 12);
const now = until - 582_000;
const link = { amount: 50_000n, currency: 'USD', amountLeg: 'source', expiresAt: until };
const price = {
  rail: 'sandbox',
  corridorId: 'eur_de_iban',
  sourceAmount: 50_000n,
  sourceCurrency: 'USD',
  destinationAmount: 45_812n,
  destinationCurrency: 'EUR',
  fee: 45n,
  rate: '0.917134',
};

/** What somebody types who writes the same text everywhere. */
export function typedIn(corridor: BankCorridor, text?: string) {
  const details = corridor.recipientFields.map(({ name, example }) => [name, text ?? example]);
  return { type: 'business', name: text ?? 'Ada Lovelace', recipientDetails: Object.fromEntries(details) } as const;
}

/** A fault of every field of a corridor, and of the name. */
export function faultsOf(corridor: BankCorridor, code = 'invalid_format'): FieldFault[] {
  const paths = ['name', ...corridor.recipientFields.map(({ name }) => `recipientDetails.${name}`)];
  return paths.map((path) => ({ path, message: 'for programs', code }));
}

/** The pages of a claim on one corridor. @param text stands in every field that others write */
export function claimPages(language: Language, corridor: BankCorridor, text?: string, livemode = false) {
  const frame = frameIn(language, text, livemode);
  const shown = { ...link, note: text ?? 'Illustrations for the autumn catalogue. Thank you!' };
  const view = { frame, link: shown, corridor, hasOtherCountries: true };
  const typed = typedIn(corridor, text);
  const priced = { price, name: typed.name, sealedPrice: 's'.repeat(400), until };
  return {
    details: detailsPage(view),
    detailsWithFaults: detailsPage({ ...view, typed, faults: faultsOf(corridor) }),
    detailsOfNamed: detailsPage({ ...view, payeeName: text ?? 'Ada Lovelace', hasOtherCountries: false }),
    price: pricePage({ ...view, typed, priced, now, view: 'v' }),
    priceAgain: pricePage({ ...view, typed, priced, now, view: 'v', hasChanged: true }),
  };
}

/** Every page in a language, by name. @param text stands in every field that others write */
export function everyPage(language: Language, text?: string): Record<string, string> {
  const frame = frameIn(language, text);
  const shown = { ...link, note: text ?? 'Illustrations for the autumn catalogue.' };
  const view = { frame, link: shown, corridors: fromDollars };
  const payout = {
    payoutId: 'po_1',
    destinationAmount: 45_812n,
    destinationCurrency: 'EUR',
    createdAt: '2026-12-24T12:00:00.000Z',
  };
  const ends = shownStatuses.map((status) => [
    status,
    payoutPage({ frame, link: shown, payout: { ...payout, status }, isKnown: true }),
  ]);
  const failures = [400, 404, 429, 500, 503].map((status) => [
    `failure${status}`,
    failurePage({ status, requestId: 'req_1', lang: language }),
  ]);
  const accounts = kindsOfAccount.flatMap((corridor) =>
    Object.entries(claimPages(language, corridor, text)).map(([name, page]) => [`${corridor.country}-${name}`, page]),
  );
  return {
    country: countryPage(view),
    method: methodPage({ ...view, corridors: fromDollars.slice(-3), country: 'BR' }),
    again: payoutPage({
      frame,
      link: { ...shown, returnUrl: 'https://shop.example/?a=1&b=2' },
      payout: { ...payout, status: 'processing' },
      again: true,
      isKnown: false,
    }),
    ...Object.fromEntries([...ends, ...failures, ...accounts]),
  };
}
