import { expect, test } from 'vitest';
import { accountIdentity, maskRecipientDetails } from '../../../../shared/corridors/catalog/account-identity.ts';
import { sandboxCorridors } from '../../../../shared/corridors/catalog/catalog.ts';
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
