import { isLoopbackAddress } from './public-address.ts';

/** The host to connect to: a name, or an address in the URL standard's form, without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host itself names this machine. A name that merely resolves to this machine does not. */
export function namesLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}
