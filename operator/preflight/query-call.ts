import { signedCall } from './signed-call.ts';

export interface QueryCall {
  readonly service: 'cloudformation' | 'ec2' | 'sns';
  readonly region: string;
  readonly version: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Calls one of the AWS services that accept forms and answer with XML.
 * @returns the XML
 * @throws Error whose name is the AWS error code
 */
export async function queryCall({ service, region, version, parameters }: QueryCall): Promise<string> {
  const body = new URLSearchParams({ Version: version, ...parameters }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await signedCall({ service, region, headers, body });
  const xml = await response.text();
  if (response.ok) return xml;
  const [message = xml] = textsOf(xml, 'Message');
  throw Object.assign(new Error(message), { name: textsOf(xml, 'Code')[0] ?? `${response.status}` });
}

/** The texts of an element, in order. */
export function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => unescaped(text));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    return String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal, hexadecimal === undefined ? 10 : 16));
  });
}
