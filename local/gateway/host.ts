import { isLoopbackAddress } from '../../shared/ground/network/public-address.ts';

/**
 * Checks the `Host` of requests. A gateway that only this machine can reach answers only to the machine's own names.
 * Otherwise a page under another name that resolves to it would have the same origin for a browser, and could read
 * every answer.
 * @param listening the address that the gateway listens on. On an address other than loopback, callers use names that
 *   it cannot know
 */
export function createHostCheck(listening: string): (host: string | undefined) => boolean {
  if (!isOwnName(listening)) return () => true;
  return (host) => {
    const url = URL.parse(`http://${host ?? ''}/`);
    return url !== null && isOwnName(url.hostname.replace(/^\[|\]$/g, ''));
  };
}

function isOwnName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}
