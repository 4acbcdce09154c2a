import { grouped, required } from './field.ts';

export const sortCode = required('sortCode', 'Sort code', '^(?!0+$)[0-9]{6}$', '601613', grouped);
export const britishAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{8}$', '31926819', grouped);
