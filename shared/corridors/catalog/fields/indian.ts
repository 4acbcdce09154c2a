import { ungrouped, upperCase } from '../letters.ts';
import { grouped, required } from './field.ts';

export const ifsc = required('ifsc', 'IFSC', '^[A-Z]{4}0[A-Z0-9]{6}$', 'HDFC0000001', {
  ...grouped,
  normalize: (text) => upperCase(ungrouped(text)),
});
export const indianAccount = required(
  'accountNumber',
  'Account number',
  '^(?!0+$)[0-9]{9,18}$',
  '50100123456789',
  grouped,
);
