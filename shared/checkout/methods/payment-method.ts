import type * as z from 'zod';
import type { Organization } from '../../identity/organization.ts';
import type { TextsIn } from '../../pages/texts.ts';
import type { RailCapabilities, Runtime } from '../../ports/runtime.ts';

/** The stored attributes that belong to a method, and the fields that the API shows. */
interface MethodFields {
  /** Schemas of dynamodb-toolbox. All are optional, because other methods do not have them. */
  readonly stored: object;
  readonly shown: z.ZodRawShape;
}

/** A method on a link or in a request, reduced to what all methods share. */
export interface NamedMethod {
  readonly kind: string;
  readonly accountId?: string | undefined;
}

/** How a method uses collection accounts. */
export interface MethodAccount {
  /** The body that registers an account: `kind`, `currency` and `details`. */
  readonly request: z.ZodType<{ readonly kind: string; readonly currency: string; readonly details: object }>;
  /** The details as the API shows them. */
  readonly details: z.ZodObject;
  /** Returns the identity of an account, which is unique among the open accounts of an organization. */
  readonly identityOf: (account: { readonly currency: string; readonly details: never }) => string;
  /**
   * Returns the account that a link's method names without an id, with a name for people, or undefined if it names
   * none.
   */
  readonly namedIn?: (method: never) => { readonly identity: string; readonly name: string } | undefined;
  /** What a method without an account lacks, for example `an address`. */
  readonly missing: string;
  /** Returns why links in a currency cannot be paid with the method, or undefined if they can. */
  readonly refuses?: (currency: string) => string | undefined;
  /** Returns the part of an account's details that a link stores. The details are JSON text. */
  readonly kept: (details: string) => object;
}

/** The capabilities of an organization's rails that decide whether a method is offered. */
export type OfferingRails = RailCapabilities['tokens'];

/**
 * A way to pay a link. Everything about a method is in its own folder, `methods/<kind>/`: this object, its payments
 * (`payments/`) with their due work, intents and refunds (`method-parts.ts`), what buyers see (`page/`), and its pages
 * (`functions/`). One of the pages takes the form that starts a payment: `POST /p/checkout/{token}/<kind>`.
 */
export interface PaymentMethod {
  readonly kind: string;
  /** The schema with which a request names the method on a link; `kind` is a literal. */
  readonly requested: z.ZodObject;
  /** Absent if the method has no collection accounts. */
  readonly account?: MethodAccount;
  /** The fields of a link's method besides `kind` and `accountId`. */
  readonly onLink: MethodFields;
  /** The fields of a payment, copied from fields of the same name in the link's method or its charge. */
  readonly onPayment: MethodFields;
  /**
   * Whether the buyer sends the money independently, with a reference or in an exact amount. Until the money arrives,
   * the payment is `pending` and takes no place. The payments of any other method follow a charge.
   */
  readonly isTransfer: boolean;
  /** Tells whether buyers can choose the method. If absent, they can whenever a link names it. */
  readonly isOffered?: (
    rails: OfferingRails,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => boolean;
  /**
   * Tells whether operators have currently stopped a method that buyers could choose. Absent if they cannot stop it.
   */
  readonly isHalted?: (
    runtime: Pick<Runtime, 'store'>,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => Promise<boolean>;
  /** The texts that a link's page shows for this method. */
  readonly panel: {
    /**
     * The method's name, what happens after it is chosen, and the button. Each text can contain `{amount}` and the
     * placeholders that `values` returns.
     */
    readonly texts: TextsIn<'name' | 'next' | 'button'>;
    readonly values?: (method: never) => Readonly<Record<string, string>>;
  };
}

/** Keeps the exact types of a method. */
export function paymentMethod<const Method extends PaymentMethod>(method: Method): Method {
  return method;
}
