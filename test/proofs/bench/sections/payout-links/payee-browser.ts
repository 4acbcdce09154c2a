import { randomUUID } from 'node:crypto';
import { hiddenFields } from '../../../../support/payout-links/form.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { type Browser, visitPage } from '../../service/visit-page.ts';

/** What a payee in Germany types. The account is that of one recipient from the second claim on. */
const typed = { country: 'DE', corridor: 'eur_de_iban', type: 'individual', name: 'Grace Hopper' };
const account = { 'account.iban': 'DE89 3704 0044 0532 0130 00' };

/** A browser that nobody has used before. */
export function newPayee(): Browser {
  return { cookie: `__Host-payee=${randomUUID()}`, sourceIp: '203.0.113.7' };
}

/** @param path of a link's page. @returns the form that confirms the price */
export async function priceClaim(
  process: LambdaProcess,
  payee: Browser,
  path: string,
): Promise<Record<string, string>> {
  const operation = 'pricePayoutClaim';
  const { html } = await visitPage(process, payee, {
    operation,
    path: `${path}/price`,
    fields: { ...typed, ...account },
  });
  return hiddenFields({ text: html });
}

/** @throws Error where the claim is refused */
export function confirmClaim(process: LambdaProcess, payee: Browser, path: string, fields: Record<string, string>) {
  return visitPage(process, payee, { operation: 'claimPayoutLink', path: `${path}/claim`, fields });
}
