import { expect, test } from 'vitest';
import {
  accountIdentities,
  accountIdentity,
  maskRecipientDetails,
} from '../../../../shared/corridors/catalog/account-identity.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';
import { examplesOf, theCorridor } from './support.ts';

test('an IBAN is the same account in every corridor that pays it', () => {
  const details = { iban: 'DE89370400440532013000' };
  expect(accountIdentity(theCorridor('eur_de_iban'), details)).toBe('iban:DE89370400440532013000');
  expect(accountIdentity(theCorridor('eur_fr_iban'), details)).toBe('iban:DE89370400440532013000');
});

test('the account type does not make another account, the routing number does', () => {
  const corridor = theCorridor('usd_us_account');
  const checking = examplesOf(corridor);
  const identity = accountIdentity(corridor, checking);
  expect(accountIdentity(corridor, { ...checking, accountType: 'savings' })).toBe(identity);
  expect(accountIdentity(corridor, { ...checking, routingNumber: '011401533' })).not.toBe(identity);
});

test('a British account is its sort code and number', () => {
  const corridor = theCorridor('gbp_gb_account');
  expect(accountIdentity(corridor, examplesOf(corridor))).toBe('GB:601613:31926819');
});

test('a stored account keeps the text that it was stored under', () => {
  const texts = sandboxCorridors
    .filter(({ sourceCurrency, currency }) => sourceCurrency === 'USD' && currency !== 'EUR')
    .map((corridor) => accountIdentity(corridor, examplesOf(corridor)));
  expect(texts).toEqual([
    'GB:601613:31926819',
    'US:021000021:123456789',
    'IN:HDFC0000001:50100123456789',
    'BR:52998224725',
    'PH:BOPIPHMM:001234567890',
    'NG:011:0000014579',
    'MX:032180000118359719',
  ]);
});

test('a BIC is one account with and without its head office, under both of the texts that earlier releases stored', () => {
  const corridor = theCorridor('php_ph_account');
  const texts = ['PH:BOPIPHMM:001234567890', 'PH:BOPIPHMMXXX:001234567890'];
  expect(accountIdentities(corridor, examplesOf(corridor))).toEqual(texts);
  expect(accountIdentities(corridor, { ...examplesOf(corridor), bankCode: 'BOPIPHMMXXX' })).toEqual(texts);
  const branch = { ...examplesOf(corridor), bankCode: 'BOPIPHMM001' };
  expect(accountIdentities(corridor, branch)).toEqual(['PH:BOPIPHMM001:001234567890']);
});

test('a Nigerian institution is one with and without the nine of the central bank', () => {
  const identity = (bankCode: string) =>
    accountIdentity(theCorridor('ngn_ng_account'), { bankCode, accountNumber: '0000014579' });
  expect(identity('950547')).toBe(identity('50547'));
  expect(identity('50547')).toBe('NG:50547:0000014579');
});

test.each(['USD', 'EUR'])('no two corridors from %s take their examples for the same account', (source) => {
  const corridors = sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === source);
  const identities = corridors.map((corridor) => accountIdentity(corridor, examplesOf(corridor)));
  expect(new Set(identities).size).toBe(corridors.length);
});

test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
  '%s shows the last four characters of the account number and the other fields whole',
  (_, corridor) => {
    const details = examplesOf(corridor);
    const account = details[corridor.accountField] ?? '';
    const masked = maskRecipientDetails(corridor, details);
    expect(masked).toEqual({ ...details, [corridor.accountField]: `••••${account.slice(-4)}` });
  },
);

test('an account number of four characters is hidden whole', () => {
  const corridor = theCorridor('usd_us_account');
  const masked = maskRecipientDetails(corridor, { ...examplesOf(corridor), accountNumber: '1234' });
  expect(masked.accountNumber).toBe('••••');
});
