import type { PaymentReason } from '../../../ports/payout-rail.ts';
import { sandboxCorridors } from '../corridors/catalog.ts';

/** The reasons for every currency whose network has no catalog of its own. */
const defaultReasons: readonly PaymentReason[] = [
  { id: 'salary', label: 'Salary or wages' },
  { id: 'supplier_payment', label: 'Payment of a supplier' },
  { id: 'services', label: 'Professional services' },
  { id: 'commission', label: 'Commission' },
  { id: 'refund', label: 'Refund to a customer' },
  { id: 'family_support', label: 'Support of family' },
  { id: 'education', label: 'Tuition and education' },
  { id: 'rent', label: 'Rent' },
  { id: 'other', label: 'Other' },
];

/** For currencies whose banks report a code with each payment, the ids are those codes. */
const reasonsByCurrency: Readonly<Record<string, readonly PaymentReason[]>> = {
  INR: [
    { id: 'P0103', label: 'Advance against exports of goods' },
    { id: 'P0802', label: 'Software consultancy' },
    { id: 'P1006', label: 'Business and management consultancy' },
    { id: 'P1301', label: 'Family maintenance' },
    { id: 'P1302', label: 'Personal gift or donation' },
    { id: 'P1401', label: 'Compensation of employees' },
  ],
  PHP: [
    { id: 'payroll', label: 'Payroll' },
    { id: 'remittance_family', label: 'Remittance to family' },
    { id: 'goods_imported', label: 'Goods' },
    { id: 'services_rendered', label: 'Services' },
  ],
};

const paidCurrencies: ReadonlySet<string> = new Set(sandboxCorridors.map(({ currency }) => currency));

/**
 * The sandbox's reasons for a currency, or the default ones without a currency. Undefined for a currency that it does
 * not pay.
 */
export function sandboxPaymentReasons(currency?: string): readonly PaymentReason[] | undefined {
  if (currency === undefined) return defaultReasons;
  return paidCurrencies.has(currency) ? (reasonsByCurrency[currency] ?? defaultReasons) : undefined;
}
