import { accountRef } from '../../../shared/checkout/accounts/account.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import type { Answer, Credentials, TestService, TestSession } from '../../support/service.ts';

export type Body = Answer['body'];

export const accountsPath = ({ organizationId }: Pick<TestOrganization, 'organizationId'>) =>
  `/checkout/organizations/${organizationId}/accounts`;

export const iban = 'DE89370400440532013000';
export const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const bankAccount = (details: object = {}) => ({
  kind: 'bank',
  currency: 'EUR',
  details: { holderName: 'Example GmbH', iban, ...details },
});

export const cryptoAccount = (details: object = {}) => ({
  kind: 'crypto',
  currency: 'USD',
  details: { token: 'USDC', chain: 'base', address, ...details },
});

type Of = Pick<TestOrganization, 'organizationId'>;

export function register(
  service: Pick<TestService, 'post'>,
  of: Of,
  by: Credentials | TestSession,
  body: unknown = bankAccount(),
): Promise<Answer> {
  return service.post(accountsPath(of), by, body);
}

/** An account that is active at once, because nobody has to agree. */
export async function registered(service: TestService, of: Of, by: TestSession, body?: unknown): Promise<Body> {
  return bodyOf(await register(service, of, by, body), 201);
}

export function remove(
  service: Pick<TestService, 'call'>,
  of: Of,
  by: Credentials | TestSession,
  accountId: string,
): Promise<Answer> {
  return service.call('DELETE', `${accountsPath(of)}/${accountId}`, by);
}

export async function listed(service: TestService, of: Of, by: Credentials | TestSession, query = ''): Promise<Body> {
  return bodyOf(await service.get(`${accountsPath(of)}${query}`, by));
}

export async function statusOf({ runtime }: TestService, { organizationId }: Of, accountId: string) {
  return (await runtime.store.get(accountRef(organizationId, accountId)))?.status;
}
