/** A field of `method.recipientDetails` that a corridor requires. */
export interface RecipientField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** An anchored regular expression that the value matches after spaces are removed. */
  readonly pattern: string;
  readonly example: string;
  /** Rules that a pattern cannot express. */
  readonly rules?: FieldRules;
}

/** The fault of a field that is present. */
export type AccountFault =
  | 'invalid_format'
  | 'invalid_check_digit'
  | 'zero_address'
  | 'token_contract'
  | 'ambiguous'
  | 'unsupported_country';

/** Rules for one of a corridor's fields that its listing does not show. Absent rules do not apply. */
export interface FieldRules {
  /** The field contains only letters and digits. Dashes merely group them for readers. */
  readonly isGrouped?: true;
  /** The accepted forms of a field that has several. Shown to the caller in place of the example. */
  readonly forms?: string;
  /**
   * Converts a text as it was typed to its stored form. If absent, spaces and grouping dashes are removed.
   * @param given the other fields as they were typed, one of which may determine how to read this one
   */
  readonly normalize?: (text: string, given: RecipientDetails) => string;
  /** Other fields, by name, that follow from the spelling of this one. They apply unless they were given. */
  readonly implied?: (text: string) => Readonly<Record<string, string | undefined>>;
  /**
   * The field is a number in this scheme, which belongs to no country. Only `checkRecipientDetails` checks it, because
   * otherwise everything that lists corridors would bundle the tables of all countries.
   */
  readonly scheme?: 'iban';
  /** The fault of a value that matches its pattern. @param details normalized fields that match theirs */
  readonly faultOf?: (value: string, details: RecipientDetails) => AccountFault | undefined;
  /** The check digits at the end of a value. */
  readonly checkDigits?: CheckDigits;
  /** The field describes an account but does not identify it. */
  readonly isDescriptive?: true;
  /** Converts stored values that mean the same to a common form. */
  readonly comparable?: (value: string) => string;
  /** Another form of a comparable value, which an earlier release may have stored. */
  readonly earlierForm?: (value: string) => string | undefined;
}

export interface CheckDigits {
  /** The number of check digits in a value. Undefined for a value that is not a number. */
  readonly countIn: (value: string) => number | undefined;
  /** The check digits of a number that starts with these digits. @param details the other fields, normalized */
  readonly after: (digits: string, details: RecipientDetails) => string;
}

/** The money that an organization sends when it funds payouts itself. */
export interface SelfFunding {
  readonly chain: string;
  /** A dollar token. Only corridors from USD are funded this way. */
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
   * The payee names that the network accepts: an anchored regular expression, used with the flag `u`. A name that does
   * not match is sent in plain Latin letters if that form matches; otherwise it is refused. Absent if the network
   * accepts any name.
   */
  readonly namePattern?: string;
  /** Name of the field that contains the account number. */
  readonly accountField: string;
  /** The organization sends the money for each payout itself. Absent if its balance pays. */
  readonly funding?: SelfFunding;
}

/** A way to pay a currency to bank accounts in a country. */
export interface BankCorridor extends CorridorTerms {
  readonly methodKind: 'fiat';
  /** ISO 3166 alpha-2 code of the recipient's country. */
  readonly country: string;
  readonly wallet?: undefined;
}

/** A token on a chain. Its holders are identified only by their addresses. */
export interface WalletToken {
  readonly chain: string;
  readonly token: string;
}

/** A way to pay a token to wallets on one chain, wherever their owners are. */
export interface WalletCorridor extends CorridorTerms {
  readonly methodKind: 'crypto';
  readonly country?: undefined;
  readonly wallet: WalletToken;
}

export type Corridor = BankCorridor | WalletCorridor;

/** The fields of an account, by name. */
export type RecipientDetails = Readonly<Record<string, string>>;
