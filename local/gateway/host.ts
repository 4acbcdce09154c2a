import { isLoopbackAddress } from '../../shared/webhooks/sender/public-address.ts';

/**
 * Which `Host` a gateway answers to. One that only this machine can reach answers to its own names alone: a page of some other
 * name, which leads here, would otherwise be of the same origin to a browser, and read every answer.
 *
 * @param listening what the gateway listens on; on any but a loopback address others call it by names that it cannot know
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
