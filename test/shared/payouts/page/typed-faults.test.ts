import { describe, expect, test } from 'vitest';
import { formField } from '../../../../shared/payouts/page/account-fields.ts';
import { claimForm, detailsForm, typedIn } from '../../../../shared/payouts/page/claim-form.ts';
import { testAccountsOf } from '../../../../shared/payouts/page/test-accounts.ts';
import { faultsOfTyped } from '../../../../shared/payouts/page/typed-faults.ts';
import type { BankCorridor } from '../../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';
import { scenarioDetails } from '../../../../shared/providers/sandbox/payouts/scenario-details.ts';

function corridorOf(corridorId: string): BankCorridor {
  const corridor = sandboxCorridors.find((one) => one.corridorId === corridorId);
  if (!corridor) throw new Error(`there is no corridor ${corridorId}`);
  return corridor;
}

const euro = corridorOf('eur_de_iban');
const pix = corridorOf('brl_br_pix_key');
const exampleOf = (corridor: BankCorridor) =>
  Object.fromEntries(corridor.recipientFields.map(({ name, example }) => [name, example]));
const typed = (recipientDetails: Record<string, string>, name = 'Ada Lovelace') =>
  ({ type: 'individual', name, recipientDetails }) as const;
const codesOf = (...parameters: Parameters<typeof faultsOfTyped>) =>
  faultsOfTyped(...parameters).map(({ path, code }) => [path, code]);

describe('what was typed', () => {
  test('has every fault told at once, by the name of its field', () => {
    expect(codesOf(typed({ iban: 'DE00' }, ' '), { corridor: euro, livemode: true })).toEqual([
      ['name', 'too_small'],
      ['recipientDetails.iban', 'invalid_format'],
    ]);
    expect(codesOf(typed({}), { corridor: pix, livemode: true })).toEqual([['recipientDetails.pixKey', 'required']]);
    expect(codesOf(typed({ iban: 'DE89370400440532013001' }), { corridor: euro, livemode: true })).toEqual([
      ['recipientDetails.iban', 'invalid_check_digit'],
    ]);
  });

  test.each([
    ['a'.repeat(141), 'too_big'],
    ['', 'too_small'],
    ['Ada\u0007', 'invalid_format'],
    ['Ada \u202egnik', 'invalid_format'],
    ['Ada \ud800', 'custom'],
  ])('has a fault for the name %j', (name, code) => {
    expect(codesOf(typed({ iban: 'DE89370400440532013000' }, name), { corridor: euro, livemode: true })).toEqual([
      ['name', code],
    ]);
  });

  test('needs no name where the organization has given one', () => {
    const rules = { corridor: euro, payeeName: 'Ada Lovelace', livemode: true };
    expect(faultsOfTyped(typed({ iban: 'DE89 3704 0044 0532 0130 00' }, ''), rules)).toEqual([]);
  });
});

describe('in test mode', () => {
  test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
    'the corridor %s takes its example and every listed account',
    (_corridorId, corridor) => {
      expect(faultsOfTyped(typed(exampleOf(corridor)), { corridor, livemode: false })).toEqual([]);
      for (const { account } of testAccountsOf(corridor)) {
        const details = { ...exampleOf(corridor), [corridor.accountField]: account };
        expect(faultsOfTyped(typed(details), { corridor, livemode: false }), account).toEqual([]);
      }
    },
  );

  test('an account that is not listed is refused, and taken where money is paid', () => {
    const details = scenarioDetails(euro, '00', 77);
    const fault = [['recipientDetails.iban', 'not_test_account']];
    expect(codesOf(typed(details), { corridor: euro, livemode: false })).toEqual(fault);
    expect(codesOf(typed(details), { corridor: euro, livemode: true })).toEqual([]);
  });
});

describe('a form', () => {
  const sent = {
    country: 'DE',
    corridor: 'eur_de_iban',
    type: 'business',
    name: ' Ada ',
    [formField('iban')]: 'DE 89',
  };

  test('keeps what was typed as it was, and drops fields that the corridor does not ask for', () => {
    const form = detailsForm.parse({ ...sent, [formField('constructor')]: 'x', iban: 'no', [formField('clabe')]: '1' });
    expect(typedIn(form, euro)).toEqual({ type: 'business', name: ' Ada ', recipientDetails: { iban: 'DE 89' } });
  });

  test('without a kind of holder is of a person, and a field of spaces is empty', () => {
    const { type: _type, ...rest } = sent;
    expect(typedIn(detailsForm.parse({ ...rest, [formField('iban')]: '  ' }), euro)).toEqual({
      type: 'individual',
      name: ' Ada ',
      recipientDetails: {},
    });
  });

  test('that confirms names a view and a price', () => {
    expect(claimForm.safeParse(sent).success).toBe(false);
    expect(claimForm.safeParse({ ...sent, sealedPrice: 's', view: 'x' }).success).toBe(false);
    expect(claimForm.safeParse({ ...sent, sealedPrice: 's', view: 'a'.repeat(32) }).success).toBe(true);
  });
});
