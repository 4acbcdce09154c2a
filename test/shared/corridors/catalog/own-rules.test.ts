import { expect, test } from 'vitest';
import { accountIdentities } from '../../../../shared/corridors/catalog/account-identity.ts';
import { presentCorridor } from '../../../../shared/corridors/catalog/present-corridor.ts';
import { checkRecipientDetails } from '../../../../shared/corridors/catalog/recipient-details.ts';
import type { BankCorridor } from '../../../../shared/ports/corridor.ts';
import { outcomeDigits } from '../../../../shared/providers/sandbox/outcome-digits.ts';
import { scenarioDetails } from '../../../../shared/providers/sandbox/payouts/scenario-details.ts';
import { theCorridor } from './support.ts';

/** The last digit is that of the sum of the others, in a country that no file of the service names. */
function lastDigit(digits: string): string {
  return String([...digits].reduce((sum, digit) => sum + Number(digit), 0) % 10);
}

const invented: BankCorridor = {
  ...theCorridor('mxn_mx_clabe'),
  corridorId: 'xts_xx_number',
  country: 'XX',
  recipientFields: [
    {
      name: 'branch',
      label: 'Branch',
      required: true,
      pattern: '^0?[0-9]{3}$',
      example: '123',
      rules: {
        normalize: (text) => text.replace(/^branch /i, ''),
        comparable: (value) => value.slice(-3),
        earlierForm: (value) => `0${value}`,
      },
    },
    {
      name: 'number',
      label: 'Number',
      required: true,
      pattern: '^[0-9]{10}$',
      example: '1000000012',
      rules: {
        isGrouped: true,
        faultOf: (value) => (lastDigit(value.slice(0, 9)) === value.slice(9) ? undefined : 'invalid_check_digit'),
        checkDigits: { countIn: () => 1, after: lastDigit },
      },
    },
    {
      name: 'kind',
      label: 'Kind',
      required: false,
      pattern: '^(?:long|short)$',
      example: 'long',
      rules: { isDescriptive: true },
    },
  ],
  accountField: 'number',
};

test('what a corridor knows of its fields is in its declaration alone', () => {
  expect(checkRecipientDetails(invented, { branch: 'Branch 123', number: '100-000 0012' })).toEqual({
    details: { branch: '123', number: '1000000012' },
  });
  expect(checkRecipientDetails(invented, { branch: '123', number: '1000000013' })).toEqual({
    issues: [
      {
        path: 'method.recipientDetails.number',
        message: 'Number has a wrong check digit',
        code: 'invalid_check_digit',
      },
    ],
  });
  const stored = { branch: '0123', number: '1000000012', kind: 'long' };
  expect(accountIdentities(invented, stored)).toEqual(['XX:123:1000000012', 'XX:0123:1000000012']);
});

test('an account of the sandbox ends in check digits of its own corridor', () => {
  const details = scenarioDetails(invented, '21', 7);
  expect(checkRecipientDetails(invented, details)).toEqual({ details });
  expect(outcomeDigits(invented, details)).toBe('21');
});

test('the listing shows the fields of a corridor, and not the rules', () => {
  const fields = presentCorridor(invented).recipientFields;
  for (const field of fields) {
    expect(Object.keys(field).sort()).toEqual(['example', 'label', 'name', 'pattern', 'required']);
  }
  expect(fields).toHaveLength(3);
});
