import { expect } from 'vitest';
import { bodyOf, type TestOrganization } from './journey.ts';
import type { Answer, TestService } from './service.ts';

/** Reads every row of a list, page by page. No page may be longer than the limit, and no cursor may be repeated. */
export async function readPages(
  service: TestService,
  of: TestOrganization,
  path: string,
  limit: number,
): Promise<Answer['body'][]> {
  const rows: Answer['body'][] = [];
  const base = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  const cursors = new Set<string>();
  for (let query = base; ; ) {
    const { data, nextCursor } = bodyOf(await service.get(query, of));
    expect(data.length).toBeLessThanOrEqual(limit);
    rows.push(...data);
    if (nextCursor === undefined) return rows;
    expect(cursors.has(nextCursor)).toBe(false);
    cursors.add(nextCursor);
    query = `${base}&cursor=${nextCursor}`;
  }
}

/** The expected answer to a parameter that is refused. */
export function refusedParameter(path: string, message?: string) {
  const error = expect.objectContaining({ path, ...(message && { message }) });
  return { status: 400, body: { type: 'VALIDATION_ERROR', errors: expect.arrayContaining([error]) } };
}
