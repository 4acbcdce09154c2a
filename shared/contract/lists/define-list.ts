import * as z from 'zod';
import type { Capability } from '../../ports/runtime.ts';
import type { Call } from '../call.ts';
import { type AnyEndpoint, defineEndpoint, type Endpoint, type PathParameters } from '../endpoint.ts';
import { CursorParameter, NextCursor, rowsOf } from '../fields.ts';
import { reply } from '../reply.ts';
import { CompleteUntil } from './list-walk.ts';

/**
 * The order of a list's rows. `asked`: by the time of the request, so that the list states up to when it is complete
 * (`walkList`). `committed`: by commit, so that no row can appear before an existing one.
 */
type Order = 'asked' | 'committed';

type Page<Row, By extends Order> = {
  readonly data: readonly Row[];
  readonly nextCursor?: string | undefined;
} & (By extends 'asked' ? { readonly completeUntil: string } : unknown);

/** The declaration of a list: the parts of an `Endpoint` that apply to it, and what only lists have. */
interface List<
  Path extends string,
  View extends z.ZodType,
  Filters extends z.ZodRawShape,
  Used extends Capability,
  By extends Order,
> extends Pick<Endpoint, 'operation' | 'summary' | 'description'>,
    Partial<Pick<Endpoint, 'callers' | 'rateClass' | 'errors'>> {
  readonly path: Path;
  /** What the rows are, such as `payouts`. */
  readonly of: string;
  readonly view: View;
  /** Defaults to `asked`. */
  readonly order?: By;
  /** The page size: `limitParameter(100, 50)`. */
  readonly page: z.ZodType<number>;
  /** Parameters in addition to `cursor` and `limit`, or replacing them. */
  readonly filters?: Filters;
  readonly uses?: readonly Used[];
  readonly list: (
    call: Call<PathParameters<Path>, ListQuery & z.output<z.ZodObject<Filters>>, unknown, Used>,
  ) => Promise<Page<z.output<View>, By>>;
}

interface ListQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Declares a list that is read page by page, by everyone who can read. */
export function defineList<
  const Path extends string,
  View extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
  Used extends Capability = never,
  const By extends Order = 'asked',
>(list: List<Path, View, Filters, Used, By>): AnyEndpoint {
  const { of, view, order, page, filters, list: read, callers = ['key', 'session'], ...endpoint } = list;
  return defineEndpoint({
    ...endpoint,
    method: 'GET',
    callers,
    ...(callers.includes('key') && { scope: 'read' }),
    permission: 'read',
    query: z.strictObject({ cursor: CursorParameter.optional(), limit: page, ...filters }),
    responses: {
      200: {
        description: `A page of ${of}.`,
        schema: z.object({
          data: rowsOf(view),
          ...(order !== 'committed' && { completeUntil: CompleteUntil }),
          nextCursor: NextCursor,
        }),
      },
    },
    handle: async (call) => reply(200, (await read(call as never)) as never),
  });
}
