import type * as z from 'zod';
import type { Organization } from '../../identity/organization.ts';
import type { TextsIn } from '../../pages/texts.ts';
import type { RailCapabilities, Runtime } from '../../ports/runtime.ts';

/** Attributes of an item that a method keeps, and those of them that the API shows. */
interface MethodFields {
  /** Schemas of dynamodb-toolbox. All of them are optional: other methods do not have them. */
  readonly stored: object;
  readonly shown: z.ZodRawShape;
}

/** A link's method, or one that a request names for a link, as far as all methods are alike. */
export interface NamedMethod {
  readonly kind: string;
  readonly accountId?: string | undefined;
}

/** The collection accounts that a method is paid into. */
export interface MethodAccount {
  /** The body that registers one: `kind`, `currency` and `details`. */
  readonly request: z.ZodType<{ readonly kind: string; readonly currency: string; readonly details: object }>;
  /** The details as the API shows them. */
  readonly details: z.ZodObject;
  /** What no two open accounts of an organization share. */
  readonly identityOf: (account: { readonly currency: string; readonly details: never }) => string;
  /** The account that a link's method names without its id, and how people call it; undefined where it names none. */
  readonly namedIn?: (method: never) => { readonly identity: string; readonly name: string } | undefined;
  /** What a method lacks that names no account: `without an address`. */
  readonly missing: string;
  /** Why links in a currency cannot be paid so; undefined where they can. */
  readonly refuses?: (currency: string) => string | undefined;
  /** What a link keeps of the details, which are JSON text. */
  readonly kept: (details: string) => object;
}

/** What an organization's rails tell about a method. */
export type OfferingRails = RailCapabilities['tokens'];

/**
 * A way to pay a link. Everything that belongs to one is in its own folder, `methods/<kind>/`: this object, the payments that it
 * opens (`payments/`) with their due work, intents and refunds (`method-parts.ts`), what buyers see (`page/`), and its pages
 * (`functions/`), of which one takes the form that begins a payment: `POST /p/checkout/{token}/<kind>`.
 */
export interface PaymentMethod {
  readonly kind: string;
  /** How a request names it for a link; `kind` is a literal. */
  readonly requested: z.ZodObject;
  /** Absent: it is not paid into an account. */
  readonly account?: MethodAccount;
  /** What a link keeps besides `kind` and `accountId`. */
  readonly onLink: MethodFields;
  /** What a payment keeps. It takes over what the link's method, or its charge, has by the same name. */
  readonly onPayment: MethodFields;
  /**
   * The buyer sends the money without us, to a reference or in an exact amount: until it comes a payment is `pending` and takes
   * no place. The payments of any other method follow a charge.
   */
  readonly isTransfer: boolean;
  /** Whether buyers can choose it; absent: wherever a link names it. */
  readonly isOffered?: (
    rails: OfferingRails,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => boolean;
  /** Whether operators have stopped it for now, where buyers could choose it; absent: they cannot stop it. */
  readonly isHalted?: (
    runtime: Pick<Runtime, 'store'>,
    organization: Pick<Organization, 'connections'>,
    method: never,
  ) => Promise<boolean>;
  /** What the link's page shows of it. */
  readonly panel: {
    /** Its name, what follows when it is chosen, and the button. Each can name `{amount}`, or what `values` returns. */
    readonly texts: TextsIn<'name' | 'next' | 'button'>;
    readonly values?: (method: never) => Readonly<Record<string, string>>;
  };
}

/** Keeps the exact types of a method. */
export function paymentMethod<const Method extends PaymentMethod>(method: Method): Method {
  return method;
}
