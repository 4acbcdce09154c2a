import { Sluice } from '../../../../client/src/index.ts';
import type { Target } from '../../../../operator/target/target.ts';
import type { Scope } from '../../../../shared/identity/api-key.ts';
import { createSandboxCustomer, perform } from '../../../support/sandbox-customer.ts';
import { findingsOf } from '../operator.ts';

/** A customer of the stage. */
export interface Organization {
  readonly organizationId: string;
  /** The user id of its owner. */
  readonly ownerId: string;
  readonly sluice: Sluice;
}

/** How a stage is reached. */
export interface StageAccess {
  /** The public address, without a path. */
  readonly origin: string;
  readonly operator: Target;
  /** Configuration of AWS clients. An empty one leaves region and identity to the caller's own configuration. */
  readonly aws: object;
  /** Undefined if the stage has no event bus. */
  readonly busName: string | undefined;
  /** A public address that accepts webhooks. */
  readonly receiver: string | undefined;
  /** The origin at which pages are read. Absent if the host that links name can be reached. */
  readonly pagesOrigin?: string;
  /** Signs a person in. Absent if a script cannot. @returns an access token */
  readonly signIn?: (userId: string) => Promise<string>;
}

/** A deployed stage, as its customers, their people and their buyers reach it. */
export class PlayedStage {
  readonly access: StageAccess;
  readonly #run = Date.now().toString(36);

  constructor(access: StageAccess) {
    this.access = access;
  }

  /** A name that no earlier run has used: the reference of an organization is never free again. */
  nameOf(what: string): string {
    return `smoke-${this.#run}-${what}`;
  }

  async organization(what: string, scopes: readonly Scope[] = ['read', 'write']): Promise<Organization> {
    const ownerId = this.nameOf(what);
    const customer = await createSandboxCustomer(this.access.operator, ownerId, scopes);
    const sluice = new Sluice({ baseUrl: this.access.origin, ...customer });
    return { organizationId: customer.organizationId, ownerId, sluice };
  }

  async switchOn({ organizationId }: Organization, feature: string): Promise<void> {
    await perform(this.access.operator, 'features', { organizationId, on: [feature] });
  }

  /** @returns what does not add up in the books of an organization */
  findingsOf({ organizationId }: Organization): Promise<unknown[]> {
    return findingsOf(this.access.operator, organizationId);
  }

  /** A client with the session of a person. */
  async person({ organizationId }: Organization, userId: string): Promise<Sluice> {
    const { signIn, origin } = this.access;
    if (!signIn) throw new Error('nobody can be signed in here');
    return new Sluice({ baseUrl: origin, organizationId, session: await signIn(userId) });
  }

  /** The address under which this process can read a page. */
  reachable(page: string): string {
    const { pagesOrigin = new URL(page).origin } = this.access;
    const { pathname, search } = new URL(page);
    return pagesOrigin + pathname + search;
  }
}
