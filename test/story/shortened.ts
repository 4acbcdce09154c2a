import type { Story } from '../../shared/openapi/story.ts';

/** Rows of a list that an example shows. */
const rows = 2;
/** A second row that is longer adds nothing; characters of JSON. */
const longRow = 400;

/** Lists with fewer rows: one shows the shape, two that it is a list. */
export function shortened(operations: Story['operations']): Story['operations'] {
  return Object.fromEntries(
    Object.entries(operations).map(([name, { answers, ...rest }]) => {
      const short = Object.entries(answers).map(([status, body]) => [status, shortenedBody(body)]);
      return [name, { ...rest, answers: Object.fromEntries(short) }];
    }),
  );
}

function shortenedBody(body: unknown): unknown {
  if (Array.isArray(body)) return shortenedRows(body);
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return body;
  return { ...body, data: shortenedRows(body.data) };
}

function shortenedRows(list: readonly unknown[]): readonly unknown[] {
  return list.slice(0, JSON.stringify(list[0] ?? '').length > longRow ? 1 : rows);
}
