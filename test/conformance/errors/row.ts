import { expect } from 'vitest';
import type { SluiceError } from '../../../client/src/index.ts';
import { type ErrorType, errorCatalog } from '../../../shared/ground/errors/catalog.ts';
import type { TestOrganization } from '../../support/journey.ts';
import type { Quotes } from '../../support/quotes.ts';
import { booksOf, type Stage } from '../observed.ts';

/** A call that is the same whenever it is made, its idempotency key included. */
export type Call = () => PromiseLike<unknown>;

/** How an error is brought about, and how its caller gets on. */
export interface Scene {
  /** Whose money must not move. */
  readonly of: TestOrganization;
  /** Each is refused. */
  readonly calls: readonly Call[];
  readonly extras?: object;
  /** Removes the cause: after it the same calls are accepted. */
  readonly clear?: (errors: readonly SluiceError[]) => unknown;
  /** Accepted in place of what was refused. */
  readonly instead?: Call;
  /** What else the row says. */
  readonly check?: (errors: readonly SluiceError[]) => unknown;
}

export interface ErrorRow {
  /** A row of the specification, word for word. */
  readonly words: string;
  /** Errors unless said. */
  readonly section?: string;
  readonly scene: (stage: Stage) => Promise<Scene>;
  /** Words of other sections that the scene proves as well. */
  readonly quotes?: Quotes;
}

/** Brings a row's error about and holds it against every column of the row. */
export async function play(stage: Stage, { words, scene }: ErrorRow): Promise<void> {
  const { type, status, moved } = columnsOf(words);
  const { of, calls, extras = {}, clear, instead, check } = await scene(stage);
  const before = await booksOf(stage, of);
  const refuse = async () => {
    const errors: SluiceError[] = [];
    for (const call of calls) errors.push(await stage.refused(call(), type, { status, extras }));
    return errors;
  };
  const errors = await refuse();
  if (moved.startsWith('nothing moved')) expect(await booksOf(stage, of)).toEqual(before);
  if (moved.endsWith('do not retry')) await refuse();
  if (moved.endsWith('same request')) expect(clear).toBeDefined();
  if (moved.endsWith('change first')) expect(instead).toBeDefined();
  await check?.(errors);
  if (clear) {
    await clear(errors);
    for (const call of calls) await call();
  }
  await instead?.();
}

/** The columns of a row; the status is the catalog's where the row has none. */
function columnsOf(words: string) {
  const [first = '', second = '', , moved = ''] = words.split(' | ');
  const type = first.replaceAll('`', '') as ErrorType;
  return { type, status: Number.parseInt(second, 10) || errorCatalog[type].status, moved };
}
