/**
 * Returns what is wrong with the spelling of an address. A URL parser resolves `..`, drops a bare `?` and encodes some
 * characters, so that the address called would differ from the one shown. Differences in case before the path, the
 * default port and a missing first slash do not matter.
 * @returns undefined for an address that is called as it is written
 */
export function faultOfSpelling(text: string): string | undefined {
  const { origin, pathname, search } = new URL(text);
  const called = origin + pathname + search;
  const [, start = '', host = '', rest = ''] = /^(https?:\/\/)([^/?]*)(.*)$/s.exec(text) ?? [];
  const usualPort = start === 'https://' ? /:443$/ : /:80$/;
  const written = `${start}${host.toLowerCase().replace(usualPort, '')}${rest.startsWith('/') ? '' : '/'}${rest}`;
  return written === called ? undefined : `must be written as it would be called: ${called}`;
}
