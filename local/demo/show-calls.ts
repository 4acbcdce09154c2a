import type { Show } from './show.ts';

/** Shows the method, path and status of each call. A repeated call, such as those to the feed, is shown only once. */
export function showCalls(show: Show, organizationId: string): typeof fetch {
  let last = '';
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace(organizationId, '{orgId}') + search.replace(/since=\d+/, 'since=…');
    const line = `${init?.method ?? 'GET'} ${path} ${response.status}`;
    if (line !== last) show.line('call', line);
    last = line;
    return response;
  };
}
