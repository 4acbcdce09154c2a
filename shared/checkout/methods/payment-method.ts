import type * as z from 'zod';
import type { Organization } from '../../identity/organization.ts';
import type { TextsIn } from '../../pages/texts.ts';
import type { RailCapabilities, Runtime } from '../../ports/runtime.ts';

/** The attributes of an item that belong to a method, and those of them that the API shows. */
interface MethodFields {
  /** Schemas of dynamodb-toolbox. All of them are optional, because other methods do not have them. */
  readonly stored: object;
  readonly shown: z.ZodRawShape;
}

/** A method on a link or in a request, reduced to what all methods share. */
export interface NamedMethod {
  readonly kind: string;
  readonly accountId?: string | undefined;
}

/** The collection accounts of a method. */
export interface MethodAccount {
  /** The body that registers an account: `kind`, `currency` and `details`. */
  readonly request: z.ZodType<{ readonly kind: string; readonly currency: string; readonly details: object }>;
  /** The details as the API shows them. */
  readonly details: z.ZodObject;
  /** The identity of an account, unique among the open accounts of an organization. */
  readonly identityOf: (account: { readonly currency: string; readonly details: never }) => string;
  /** The account that a link's method names without an id, with a name for people. Undefined if it names none. */
  readonly namedIn?: (method: never) => { readonly identity: string; readonly name: string } | undefined;
  /** What a method without an account lacks, such as `an address`. */
  readonly missing: string;
  /** Why links in a currency cannot be paid with it. Undefined if they can. */
  readonly refuses?: (currency: string) => string | undefined;
  /** The part of the details, which are JSON text, that a link stores. */
  readonly kept: (details: string) => object;
}

/** What an organization's rails say about a method. */
export type OfferingRails = RailCapabilities['tokens'];

/**
 * A way to pay a link. Everything about a method is in its own folder, `methods/<kind>/`: this object, its payments
 * (`payments/`) with their due work, intents and refunds (`method-parts.ts`), what buyers see (`page/`), and its pages
 * (`functions/`). One of the pages takes the form that starts a payment: `POST /p/checkout/{token}/<kind>`.
 */
export interface PaymentMethod {
  readonly kind: string;
  /** The schema with which a request names it on a link; `kind` is a literal. */
  readonly requested: z.ZodObject;
  /** Absent if it has no collection accounts. */
  readonly account?: MethodAccount;
  /** What a link stores besides `kind` and `accountId`. */
  readonly onLink: MethodFields;
  /** What a payment stores. It is taken over from fields of the same name in the link's method or its charge. */
  readonly onPayment: MethodFields;
  /**
   * The buyer sends the money independently, with a reference or in an exact amount. Until it arrives the payment is
   * `pending` and takes no place. The payments of any other method follow a charge.
   */
  readonly isTransfer: boolean;
  /** Whether buyers can choose it. If absent, they can whenever a link names it. */
  readonly isOffered?: (
    rails: OfferingRails,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => boolean;
  /** Whether operators have currently stopped a method that buyers could choose. Absent if they cannot stop it. */
  readonly isHalted?: (
    runtime: Pick<Runtime, 'store'>,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => Promise<boolean>;
  /** What the link's page shows for this method. */
  readonly panel: {
    /**
     * Its name, what happens next when it is chosen, and the button. Each text can contain `{amount}`, or what `values`
     * returns.
     */
    readonly texts: TextsIn<'name' | 'next' | 'button'>;
    readonly values?: (method: never) => Readonly<Record<string, string>>;
  };
}

/** Keeps the exact types of a method. */
export function paymentMethod<const Method extends PaymentMethod>(method: Method): Method {
  return method;
}
