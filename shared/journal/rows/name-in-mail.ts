import type { Organization } from '../../identity/organization.ts';

/** What mail calls an organization: those of both modes have one name. */
export function nameInMail({ name, mode }: Pick<Organization, 'name' | 'mode'>): string {
  return mode === 'sandbox' ? `${name} (sandbox)` : name;
}
