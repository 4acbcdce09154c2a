import { isLoopbackAddress } from './public-address.ts';

/** The host to connect to: a name, or an address in the one form that the URL standard gives it, without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host itself names this machine. A name that only resolves to it does not. */
export function namesLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}
