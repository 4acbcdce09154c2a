import type { Organization } from '../../identity/organization.ts';

/**
 * The name of an organization in mail. It marks the sandbox, because a customer's two organizations have the same name.
 */
export function nameInMail({ name, mode }: Pick<Organization, 'name' | 'mode'>): string {
  return mode === 'sandbox' ? `${name} (sandbox)` : name;
}
