import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { wholeRange } from '../ground/table/calls/whole-range.ts';
import { refTo } from '../ground/table/expressions.ts';
import { table } from '../ground/table/table.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Runtime } from '../ports/runtime.ts';

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

export function pauseRef({ connectionId, token }: NamedToken) {
  return refTo(TokenPauseEntity, { connectionId, token });
}

/** Whether a token is paused. The commit fails if that changes before it. */
export function isPausedNow(draft: JournalDraft, token: NamedToken): boolean {
  return draft.lookUp(pauseRef(token))?.pausedAt !== undefined;
}

export async function isPaused({ store }: Pick<Runtime, 'store'>, token: NamedToken): Promise<boolean> {
  return (await store.get(pauseRef(token)))?.pausedAt !== undefined;
}

/** The tokens of a connection that are paused. */
export async function pausesOf({ store }: Pick<Runtime, 'store'>, connectionId: string): Promise<TokenPause[]> {
  const range = { partition: pausePartition(connectionId), after: ' ', to: '~' };
  const found = await wholeRange(store, TokenPauseEntity, range);
  return found.filter(({ pausedAt }) => pausedAt !== undefined);
}
