import fc from 'fast-check';
import { composeIBAN } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { checkRecipientDetails } from '../../../../shared/corridors/catalog/recipient-details.ts';
import type { Corridor } from '../../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';
import { examplesOf, theCorridor } from './support.ts';

function normalized(corridorId: string, details: Record<string, string>) {
  const checked = checkRecipientDetails(theCorridor(corridorId), details);
  return 'details' in checked ? checked.details : checked.issues;
}

function faults(corridor: Corridor, details: Record<string, string>): string[] {
  const checked = checkRecipientDetails(corridor, details);
  return 'issues' in checked ? checked.issues.map(({ path, code }) => `${path} ${code}`) : [];
}

const anyCorridor = fc.constantFrom(...sandboxCorridors);

describe('details are stored in one form', () => {
  test.each([
    ['eur_de_iban', { iban: ' de89 3704-0044 0532 0130 00 ' }, { iban: 'DE89370400440532013000' }],
    ['gbp_gb_account', { sortCode: '60-16-13', accountNumber: '3192 6819' }, examplesOf(theCorridor('gbp_gb_account'))],
    [
      'inr_in_account',
      { ifsc: 'hdfc 0000001', accountNumber: '50100123456789' },
      { ifsc: 'HDFC0000001', accountNumber: '50100123456789' },
    ],
    ['brl_br_pix_key', { pixKey: '529.982.247-25' }, { pixKey: '52998224725' }],
    ['brl_br_pix_key', { pixKey: '12.abc.345/01de-35' }, { pixKey: '12ABC34501DE35' }],
    ['brl_br_pix_key', { pixKey: ' Ana.Souza@Example.com.br ' }, { pixKey: 'ana.souza@example.com.br' }],
    ['brl_br_pix_key', { pixKey: '+55 (11) 91234-5678' }, { pixKey: '+5511912345678' }],
    [
      'brl_br_pix_key',
      { pixKey: '123E4567-E89B-42D3-A456-426614174000' },
      { pixKey: '123e4567-e89b-42d3-a456-426614174000' },
    ],
  ] as const)('%s %j', (corridorId, given, stored) => {
    expect(normalized(corridorId, given)).toEqual(stored);
  });

  test('and what is stored checks as itself, however it was spaced', () => {
    fc.assert(
      fc.property(anyCorridor, fc.nat(12), (corridor, position) => {
        const spaced = Object.entries(examplesOf(corridor)).map(([name, value]) => [
          name,
          `${value.slice(0, position)} ${value.slice(position)}\u00a0`,
        ]);
        expect(checkRecipientDetails(corridor, Object.fromEntries(spaced))).toEqual({ details: examplesOf(corridor) });
      }),
    );
  });
});

describe('every faulty field is named', () => {
  test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
    'when %s gets none',
    (_, corridor) => {
      const required = corridor.recipientFields.flatMap((field) =>
        field.required ? `method.recipientDetails.${field.name} required` : [],
      );
      expect(faults(corridor, {})).toEqual(required);
      expect(faults(corridor, Object.fromEntries(corridor.recipientFields.map(({ name }) => [name, ' '])))).toEqual(
        required,
      );
    },
  );

  test('each with its own code', () => {
    const given = { routingNumber: '021000022', accountNumber: '12', iban: 'DE', nothing: '' };
    expect(faults(theCorridor('usd_us_account'), given)).toEqual([
      'method.recipientDetails.routingNumber invalid_check_digit',
      'method.recipientDetails.accountNumber invalid_format',
      'method.recipientDetails.accountType required',
      'method.recipientDetails.iban unrecognized_key',
      'method.recipientDetails.nothing unrecognized_key',
    ]);
  });

  test.each([
    ['eur_de_iban', { iban: 'US89370400440532013000' }, 'iban unsupported_country'],
    ['eur_de_iban', { iban: 'DE8937040044053201300' }, 'iban invalid_format'],
    ['eur_de_iban', { iban: 'DE8937040044053201300A' }, 'iban invalid_format'],
    ['eur_de_iban', { iban: 'DE88370400440532013000' }, 'iban invalid_check_digit'],
    // The same remainder as 02, so that one account would have two names.
    ['eur_de_iban', { iban: 'DE99370400440000000024' }, 'iban invalid_check_digit'],
    ['eur_be_iban', { iban: 'BE44096123456770' }, 'iban invalid_check_digit'],
    ['mxn_mx_clabe', { clabe: '032180000118359718' }, 'clabe invalid_check_digit'],
    ['mxn_mx_clabe', { clabe: '000000000000000000' }, 'clabe invalid_format'],
    ['ngn_ng_account', { bankCode: '011', accountNumber: '0000014570' }, 'accountNumber invalid_check_digit'],
    ['ngn_ng_account', { bankCode: '058', accountNumber: '0000014579' }, 'accountNumber invalid_check_digit'],
    ['ngn_ng_account', { bankCode: '11', accountNumber: '0000014570' }, 'bankCode invalid_format'],
    [
      'usd_us_account',
      { routingNumber: '000000000', accountNumber: '1234', accountType: 'savings' },
      'routingNumber invalid_format',
    ],
    ['brl_br_pix_key', { pixKey: '52998224726' }, 'pixKey invalid_check_digit'],
    ['brl_br_pix_key', { pixKey: '11.222.333/0001-82' }, 'pixKey invalid_check_digit'],
    ['brl_br_pix_key', { pixKey: 'ana souza@example.com' }, 'pixKey invalid_format'],
    ['brl_br_pix_key', { pixKey: '+351912345678' }, 'pixKey invalid_format'],
  ] as const)('%s %j: %s', (corridorId, given, fault) => {
    expect(faults(theCorridor(corridorId), given)).toEqual([`method.recipientDetails.${fault}`]);
  });

  test('and no message repeats a value', () => {
    const checked = checkRecipientDetails(theCorridor('eur_de_iban'), { iban: 'DE88370400440532013111' });
    expect(JSON.stringify(checked)).not.toContain('013111');
  });
});

test('a corridor in euros takes the IBAN of any SEPA country', () => {
  for (const iban of [
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'CH9300762011623852957',
    'NO9386011117947',
  ]) {
    expect(normalized('eur_de_iban', { iban })).toEqual({ iban });
  }
});

test('letters that only become ASCII by changing case are refused', () => {
  expect(faults(theCorridor('eur_de_iban'), { iban: 'ıe29aibk93115212345678' })).toHaveLength(1);
  expect(faults(theCorridor('brl_br_pix_key'), { pixKey: 'mar\u212a@example.com' })).toHaveLength(1);
});

test('an optional field may be absent or empty, and then is not stored', () => {
  const corridor = theCorridor('usd_us_account');
  const fields = corridor.recipientFields.map((field) => ({ ...field, required: field.name !== 'accountType' }));
  const { accountType, ...given } = examplesOf(corridor);
  expect(accountType).toBe('checking');
  expect(checkRecipientDetails({ ...corridor, recipientFields: fields }, given)).toEqual({ details: given });
  const withEmpty = { ...given, accountType: '' };
  expect(checkRecipientDetails({ ...corridor, recipientFields: fields }, withEmpty)).toEqual({ details: given });
});

describe('a bank is one of the country of its payee', () => {
  test.each(['DEUTDEFF', 'BOPIUSMM', 'BOPIPHM', 'BOPIPHMMXX', 'BOPIPHMMXXXX'])('and %s is none', (bankCode) => {
    const details = { bankCode, accountNumber: '001234567890' };
    expect(faults(theCorridor('php_ph_account'), details)).toEqual(['method.recipientDetails.bankCode invalid_format']);
  });

  test('and is one without the letters of its head office', () => {
    const details = { bankCode: 'bopiphmmxxx', accountNumber: '001234567890' };
    expect(normalized('php_ph_account', details)).toEqual({ ...details, bankCode: 'BOPIPHMM' });
  });
});

test.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))(
  '%s refuses an account number of zeros',
  (_, corridor) => {
    const name = corridor.accountField;
    const example = examplesOf(corridor)[name] ?? '';
    const zeros = name === 'iban' ? zerosLike(example) : example.replace(/\d/g, '0');
    expect(faults(corridor, { ...examplesOf(corridor), [name]: zeros }), zeros).toHaveLength(1);
  },
);

function zerosLike(iban: string): string {
  const countryCode = iban.slice(0, 2);
  return (
    composeIBAN({ countryCode, bban: iban.slice(4).replace(/\w/g, '0') }) ?? iban.slice(0, 4).padEnd(iban.length, '0')
  );
}

test.each([
  ['brl_br_pix_key', { pixKey: '+5511000000000' }],
  ['brl_br_pix_key', { pixKey: '00000000-0000-0000-0000-000000000000' }],
  ['mxn_mx_clabe', { clabe: '032180000000000004' }],
])('%s refuses %j', (corridorId, details) => {
  expect(faults(theCorridor(corridorId), details)).toHaveLength(1);
});

describe('what people paste', () => {
  const iban = 'DE89370400440532013000';
  test.each([
    ['eur_de_iban', { iban: 'IBAN DE89 3704 0044 0532 0130 00' }, { iban }],
    ['eur_de_iban', { iban: 'iban: de89\u20133704\u20110044\u22120532 0130 00' }, { iban }],
    ['eur_de_iban', { iban: `\ufeff\u202a${iban}\u202c\u200b` }, { iban }],
    ['eur_de_iban', { iban: 'IBAN NO93 8601 1117 947' }, { iban: 'NO9386011117947' }],
    [
      'gbp_gb_account',
      { sortCode: '60\u201316\u201413', accountNumber: '3192-6819\u200d' },
      examplesOf(theCorridor('gbp_gb_account')),
    ],
    ['mxn_mx_clabe', { clabe: '032-180-00011835971-9' }, { clabe: '032180000118359719' }],
    ['brl_br_pix_key', { pixKey: '\u2060+55.11.91234.5678' }, { pixKey: '+5511912345678' }],
  ] as const)('%s %j', (corridorId, given, stored) => {
    expect(normalized(corridorId, given)).toEqual(stored);
  });

  test.each([
    ['eur_de_iban', { iban: `\u0410${iban}` }, '\u0410 (U+0410)'],
    ['gbp_gb_account', { sortCode: '601613', accountNumber: '3192681\uff19' }, '\uff19 (U+FF19)'],
    ['eur_de_iban', { iban: `${iban}\u3164` }, 'U+3164'],
  ] as const)('and cannot be removed from %s %j is named', (corridorId, given, named) => {
    expect(JSON.stringify(normalized(corridorId, given))).toContain(named);
  });
});

describe('hostile details', () => {
  test('names that every object has are unrecognized like any other', () => {
    const details = JSON.parse('{"__proto__":"x","constructor":"x","toString":"x","iban":"DE89370400440532013000"}');
    expect(faults(theCorridor('eur_de_iban'), details)).toEqual([
      'method.recipientDetails.__proto__ unrecognized_key',
      'method.recipientDetails.constructor unrecognized_key',
      'method.recipientDetails.toString unrecognized_key',
    ]);
  });

  test('a value of more than 140 characters is refused, even if most are spaces', () => {
    const iban = `DE89370400440532013000${' '.repeat(119)}`;
    expect(faults(theCorridor('eur_de_iban'), { iban })).toEqual(['method.recipientDetails.iban invalid_format']);
  });

  test('of many unrecognized names the first 50 are named, each in part', () => {
    const details = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}${'x'.repeat(100)}`, '']));
    const named = faults(theCorridor('eur_de_iban'), details);
    expect(named).toHaveLength(51);
    for (const fault of named) expect(fault.length).toBeLessThan(120);
  });

  test('anything at all is answered with details or issues, never a throw', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('iban', 'pixKey', 'clabe', 'accountNumber', '__proto__'));
    fc.assert(
      fc.property(
        anyCorridor,
        fc.dictionary(name, fc.string({ unit: 'binary', maxLength: 200 })),
        (corridor, details) => {
          const checked = checkRecipientDetails(corridor, details);
          if ('details' in checked) expect(checkRecipientDetails(corridor, checked.details)).toEqual(checked);
          else expect(checked.issues.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

test('punctuation that a field of letters and digits cannot have is named', () => {
  const checked = checkRecipientDetails(theCorridor('eur_de_iban'), { iban: 'DE89370400440532013000;' });
  expect(checked).toEqual({
    issues: [expect.objectContaining({ message: expect.stringMatching(/, without ; \(U\+003B\)$/) })],
  });
});
