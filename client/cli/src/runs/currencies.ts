import type { Fault, Line } from '../input/fault.ts';
import type { Service } from './service.ts';

/** The currencies of the amounts in lines, as far as the service knows them. */
export interface Currencies {
  /** The currency that is debited. */
  readonly source: string;
  /** The currency of an account. An account that is not found cannot be paid. */
  readonly ofAccount: ReadonlyMap<string, string>;
}

/** The number of pages of a hundred recipients that are searched for the accounts of a file. */
const maxPages = 200;

/**
 * Asks the service for the currencies that lines mean. Reads recipients only if a line refers to the currency of its
 * account.
 */
export async function readCurrencies({ sluice, signal }: Service, lines: readonly Line[]): Promise<Currencies> {
  const { currency: source } = await sluice.getBalance({}, { signal });
  const wanted = new Set(lines.filter(meansAccount).map(({ item }) => item.destinationAccountId));
  const ofAccount = new Map<string, string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && ofAccount.size < wanted.size; page += 1) {
    const { data, nextCursor } = await sluice.listRecipients({ limit: 100, ...(cursor && { cursor }) }, { signal });
    for (const { destinationAccountId, currency } of data.flatMap(({ methods }) => methods)) {
      if (wanted.has(destinationAccountId)) ofAccount.set(destinationAccountId, currency);
    }
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return { source, ofAccount };
}

function meansAccount({ item, currencies = [] }: Line): boolean {
  return isOfAccount(item) || currencies.some(({ side }) => side === 'destination');
}

function isOfAccount({ amountLeg }: Line['item']): boolean {
  return amountLeg === 'destination';
}

/** The currency of a line's amount; undefined if it is that of an account that was not found. */
export function currencyOf({ item }: Line, { source, ofAccount }: Currencies): string | undefined {
  return isOfAccount(item) ? ofAccount.get(item.destinationAccountId) : source;
}

/** Lines that name a different currency from the one that they would pay. */
export function otherCurrencies(lines: readonly Line[], currencies: Currencies): Fault[] {
  return lines.flatMap((line) => {
    const { amountLeg = 'source', destinationAccountId } = line.item;
    const account = currencies.ofAccount.get(destinationAccountId);
    return (line.currencies ?? []).flatMap(({ side, column, code }) => {
      const actual = { amount: currencyOf(line, currencies), source: currencies.source, destination: account }[side];
      if (actual === undefined) {
        return [{ line: line.line, message: `${column} is ${code}, but no account ${destinationAccountId} was found` }];
      }
      if (actual === code) return [];
      return [{ line: line.line, message: `${column} is ${code}, but ${words[side](actual, amountLeg)}` }];
    });
  });
}

const words = {
  amount: (code: string, leg: string) =>
    `amountLeg ${leg} means ${code}${leg === 'destination' ? ', the currency of the account' : ', the currency of your balance'}`,
  source: (code: string) => `your balance is in ${code}`,
  destination: (code: string) => `the account accepts ${code}`,
} as const;
