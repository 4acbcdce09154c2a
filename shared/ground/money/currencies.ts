/**
 * ISO 4217's list one, with its amendments up to number 180, by decimal places. A code is money here if the list calls
 * it a currency and gives it a minor unit. This excludes funds (CHE, CLF, USN), metals and bond units (XAU, XBA), units
 * of account (XDR), and XTS and XXX. CLDR, and therefore `Intl`, has other decimal places for many of them, because it
 * counts the coins in use. The places of a code that ISO withdraws are still needed for stored rows.
 */
const codesByPlaces: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
    CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
    KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
    PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
    TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'UYW',
};

const isoExponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByPlaces).flatMap(([places, codes]) => codes.split(/\s+/).map((code) => [code, Number(places)])),
);

/** Dollar tokens. They are money but not ISO 4217 currencies, so no currency field accepts them. */
const tokenExponents: ReadonlyMap<string, number> = new Map([
  ['USDC', 6],
  ['USDT', 6],
]);

/** Decimal places of a currency or token. Undefined for anything that is not money here. */
export function exponentOf(code: string): number | undefined {
  return isoExponents.get(code) ?? tokenExponents.get(code);
}

/** Whether a code is a current ISO 4217 currency. */
export function isIsoCurrency(code: string): boolean {
  return isoExponents.has(code);
}
