/** One field of `method.recipientDetails` that a corridor asks for. */
export interface RecipientField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** An anchored regular expression that the value matches after spaces are removed. */
  readonly pattern: string;
  readonly example: string;
}

/** A way to pay one currency in one country. */
export interface Corridor {
  readonly corridorId: string;
  /** ISO 3166 alpha-2 code of the recipient's country. */
  readonly country: string;
  readonly sourceCurrency: string;
  readonly currency: string;
  readonly methodKind: 'fiat';
  /** Smallest and largest `sourceAmount`, minor units of the source currency. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** Minor units of the source currency. */
  readonly fee: bigint;
  readonly capabilities: { readonly exactOutput: boolean; readonly indicativePricing: boolean };
  readonly recipientFields: readonly RecipientField[];
  /**
   * The payee's names that the network takes: an anchored regular expression, read with the flag `u`. A name that does not match
   * is sent in plain Latin letters if that matches, and refused otherwise. Absent where the network takes any name.
   */
  readonly namePattern?: string;
  /** Name of the field that holds the account number. */
  readonly accountField: string;
}

/** The fields of an account, by name. */
export type RecipientDetails = Readonly<Record<string, string>>;
