import { domainToASCII, domainToUnicode } from 'node:url';

const longestAddress = 254;
const longestLocalPart = 64;
/** What RFC 5322 allows in front of the @ without quotes (`dot-atom`). */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Node reads a domain as part of an URL, where other ASCII characters have a meaning. */
const OTHER_ASCII = /[^A-Za-z0-9.\u0080-\u{10ffff}-]/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const NUMBER = /^\d+$/;

/**
 * The one form of an e-mail address: in lower case, its domain in ASCII by UTS 46 (`xn--…`). So one mailbox has one
 * address, and mail providers take it.
 * @returns undefined for what is no address that mail can be sent to
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
  // Node converts an ASCII domain without a look at what its labels stand for.
  if (domainToASCII(domainToUnicode(domain)) !== domain || domainToUnicode(domain).includes('xn--')) return undefined;
  const labels = domain.split('.');
  const isDomain = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  return isDomain && !NUMBER.test(labels.at(-1) ?? '') ? domain : undefined;
}
