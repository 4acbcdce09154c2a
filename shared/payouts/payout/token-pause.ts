import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { wholeRange } from '../../ground/table/calls/whole-range.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Funding } from './funding.ts';

/** A token of a connection, by its name. */
export interface NamedToken {
  readonly connectionId: string;
  readonly token: string;
}

/**
 * Whether a token of a connection is taken for dollars. While it is paused it funds and prices nothing; transfers of it are still recorded.
 * Every pause is a new version, so that no proposal from before it can end it.
 */
export const TokenPauseEntity = new Entity({
  name: 'tokenPause',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    token: string().key(),
    version: number(),
    /** Absent once the token was resumed. */
    pausedAt: string().optional(),
    /** In words: what an operator has said, or what the price feed has shown. */
    reason: string().optional(),
  }),
  computeKey: ({ connectionId, token }: NamedToken) => ({ pk: pausePartition(connectionId), sk: token }),
});

export type TokenPause = FormattedItem<typeof TokenPauseEntity>;

export function pausePartition(connectionId: string): string {
  return `TOKEN_PAUSE#${connectionId}`;
}

export function pauseRead({ connectionId, token }: NamedToken) {
  return read(TokenPauseEntity, { connectionId, token });
}

/** Whether a token is paused. The commit fails if that changes before it. */
export function isPausedNow(draft: JournalDraft, token: NamedToken): boolean {
  return draft.lookUp(pauseRead(token))?.pausedAt !== undefined;
}

export async function isPaused({ store }: Pick<Runtime, 'store'>, token: NamedToken): Promise<boolean> {
  return (await store.get(pauseRead(token)))?.pausedAt !== undefined;
}

/** The tokens of a connection that are paused. */
export async function pausesOf({ store }: Pick<Runtime, 'store'>, connectionId: string): Promise<TokenPause[]> {
  const range = { partition: pausePartition(connectionId), after: ' ', to: '~' };
  const found = await wholeRange(store, TokenPauseEntity, range);
  return found.filter(({ pausedAt }) => pausedAt !== undefined);
}

type Funded = Pick<Funding, 'connectionId' | 'token' | 'chain'>;

/**
 * Refuses to begin what would be funded in a paused token.
 * @throws ServiceError BAD_REQUEST, as where no corridor serves it
 */
export async function refuseWhilePaused(runtime: Pick<Runtime, 'store'>, funded: Funded): Promise<void> {
  if (!(await isPaused(runtime, funded))) return;
  const { token, chain } = funded;
  throw new ServiceError('BAD_REQUEST', `funding: payouts cannot be funded in ${token} on ${chain} at the moment`, {
    resolution: 'Try again later, or let the balance pay: leave out `funding`.',
  });
}

/**
 * Refuses to tell anybody to send a paused token.
 * @throws ServiceError CONFLICT
 */
export async function refuseToAskFor(runtime: Pick<Runtime, 'store'>, funded: Funded): Promise<void> {
  if (!(await isPaused(runtime, funded))) return;
  const { token, chain } = funded;
  throw new ServiceError('CONFLICT', `${token} on ${chain} is not accepted at the moment: do not send it now`, {
    resolution:
      'Read the instructions again later. Money that was sent already is not lost: it is recorded, and counts once the token is accepted again.',
  });
}
