import { domainToASCII, domainToUnicode } from 'node:url';

const longestAddress = 254;
const longestLocalPart = 64;
/** What RFC 5322 allows before the @ without quotes (`dot-atom`). */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Node reads a domain as part of a URL, in which other ASCII characters have a meaning. */
const OTHER_ASCII = /[^A-Za-z0-9.\u0080-\u{10ffff}-]/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const NUMBER = /^\d+$/;

/**
 * The canonical form of an email address: in lower case, with its domain in ASCII by UTS 46 (`xn--…`), so that a
 * mailbox has one address and mail providers accept it.
 * @returns undefined for a text that is not an address for mail
 */
export function canonicalAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const localPart = text.slice(0, at);
  if (at < 1 || localPart.length > longestLocalPart || !LOCAL_PART.test(localPart)) return undefined;
  const domain = canonicalDomain(text.slice(at + 1));
  const address = `${localPart.toLowerCase()}@${domain}`;
  return domain !== undefined && address.length <= longestAddress ? address : undefined;
}

function canonicalDomain(text: string): string | undefined {
  if (OTHER_ASCII.test(text)) return undefined;
  const domain = domainToASCII(text);
  // Node converts an ASCII domain without checking what its labels stand for.
  if (domainToASCII(domainToUnicode(domain)) !== domain || domainToUnicode(domain).includes('xn--')) return undefined;
  const labels = domain.split('.');
  const isDomain = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  return isDomain && !NUMBER.test(labels.at(-1) ?? '') ? domain : undefined;
}
