import { isDeepStrictEqual } from 'node:util';
import type { Input } from './call.ts';
import { tokenOfAnother } from './errors.ts';

/** So long DynamoDB knows a token: what comes with it again is answered and not done. */
const rememberedMs = 10 * 60 * 1000;

interface Use {
  readonly at: number;
  readonly items: unknown;
}

/** The client request tokens of transactions that took effect. */
export class UsedTokens {
  readonly #uses = new Map<string, Use>();

  /** @returns whether the transaction has taken effect already. @throws where the token came with another one */
  knows({ ClientRequestToken: token, TransactItems }: Input, now: number): boolean {
    const use = token === undefined ? undefined : this.#uses.get(token);
    if (!use || use.at + rememberedMs < now) return false;
    if (!isDeepStrictEqual(use.items, TransactItems)) throw tokenOfAnother();
    return true;
  }

  add({ ClientRequestToken: token, TransactItems }: Input, now: number): void {
    if (token !== undefined) this.#uses.set(token, { at: now, items: TransactItems });
  }
}
