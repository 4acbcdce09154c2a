/** One field of `method.recipientDetails` that a corridor asks for. */
export interface RecipientField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** An anchored regular expression that the value matches after spaces are removed. */
  readonly pattern: string;
  readonly example: string;
  /** What no pattern can say of it. */
  readonly rules?: FieldRules;
}

/** What is wrong with a field that is there. */
export type AccountFault =
  | 'invalid_format'
  | 'invalid_check_digit'
  | 'zero_address'
  | 'token_contract'
  | 'ambiguous'
  | 'unsupported_country';

/** What a corridor knows of one of its fields, besides what its listing shows. What is absent does not apply. */
export interface FieldRules {
  /** The field has letters and digits alone: a dash in it only groups what people read. */
  readonly isGrouped?: true;
  /** What a caller is told of the forms of a field that has several, in place of its example. */
  readonly forms?: string;
  /**
   * What is stored of a text as it was typed. Without it, spaces are taken out, and the dashes of groups.
   * @param given the other fields as they were typed, of which one can say how to read this one
   */
  readonly normalize?: (text: string, given: RecipientDetails) => string;
  /** Other fields that only the writing of this one tells, by name. They count where nobody has given them. */
  readonly implied?: (text: string) => Readonly<Record<string, string | undefined>>;
  /**
   * The field is a number of this scheme, which is no country's own. It is checked by `checkRecipientDetails` alone, because everything that
   * lists corridors would else carry the tables of all countries.
   */
  readonly scheme?: 'iban';
  /** The fault of a value that matches its pattern. @param details normalized fields that match theirs */
  readonly faultOf?: (value: string, details: RecipientDetails) => AccountFault | undefined;
  /** The check digits at the end of a value. */
  readonly checkDigits?: CheckDigits;
  /** The field describes an account and does not tell it from another one. */
  readonly isDescriptive?: true;
  /** The one form of stored values that mean the same. */
  readonly comparable?: (value: string) => string;
  /** A comparable value in another form that an earlier release may have stored. */
  readonly earlierForm?: (value: string) => string | undefined;
}

export interface CheckDigits {
  /** How many a value has; undefined for a value that is no number. */
  readonly countIn: (value: string) => number | undefined;
  /** Those of a number that begins with these digits. @param details the other fields, normalized */
  readonly after: (digits: string, details: RecipientDetails) => string;
}

/** What an organization sends where it pays by itself. */
export interface SelfFunding {
  readonly chain: string;
  /** A dollar token: only corridors from USD are funded so. */
  readonly token: string;
  /** The corridor of the same rail whose accounts are paid. */
  readonly accountsOf: string;
}

interface CorridorTerms {
  readonly corridorId: string;
  readonly sourceCurrency: string;
  readonly currency: string;
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
  /** The organization sends the money of each payout itself. Absent where its balance pays. */
  readonly funding?: SelfFunding;
}

/** A way to pay one currency into the bank accounts of one country. */
export interface BankCorridor extends CorridorTerms {
  readonly methodKind: 'fiat';
  /** ISO 3166 alpha-2 code of the recipient's country. */
  readonly country: string;
  readonly wallet?: undefined;
}

/** A token on a chain. Its holders are found by their addresses alone. */
export interface WalletToken {
  readonly chain: string;
  readonly token: string;
}

/** A way to pay a token to the wallets of one chain, wherever their owners are. */
export interface WalletCorridor extends CorridorTerms {
  readonly methodKind: 'crypto';
  readonly country?: undefined;
  readonly wallet: WalletToken;
}

export type Corridor = BankCorridor | WalletCorridor;

/** The fields of an account, by name. */
export type RecipientDetails = Readonly<Record<string, string>>;
