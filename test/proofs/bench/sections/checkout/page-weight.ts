import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Link } from '../../../../../shared/checkout/links/link.ts';
import { linkPath } from '../../../../../shared/checkout/page/paths.ts';
import { metering } from '../../../../../shared/ground/table/calls/meter.ts';
import { languages } from '../../../../../shared/pages/language.ts';
import { addLink } from '../../../../support/checkout/links.ts';
import { createCustomer } from '../../service/customer.ts';
import { createMemoryFleet, type LambdaProcess } from '../../service/fleet.ts';

/** What a buyer's browser is sent when it opens a link: one document, which loads nothing else. */
export interface PageWeight {
  /** Of an ordinary link, uncompressed, in the language that takes most. */
  readonly bytes: number;
  /** Of a link with a hundred items of the longest names and descriptions. */
  readonly largestBytes: number;
  /** For one page. */
  readonly tableCalls: number;
}

const item = { name: '&'.repeat(255), description: '&'.repeat(1_000), quantity: 10_000, unitAmount: 999n };
const largest: Partial<Link> = {
  items: Array.from({ length: 100 }, () => item),
  total: 99_999_999n,
  taxRate: '8.2500',
  tax: 7_621_247n,
};

/** Opens the page of an ordinary link and of the largest one in each language. */
export async function weighPages(): Promise<PageWeight> {
  const process = (await createMemoryFleet()).startProcess();
  const customer = await createCustomer(process);
  const [ordinary, full] = [
    await addLink(process.runtime, customer),
    await addLink(process.runtime, customer, { ...largest, expiresAt: process.runtime.clock() + 3_600_000 }),
  ];
  const weigh = ({ token }: typeof full) =>
    Promise.all(languages.map((language) => openPage(process, token, language)));
  const [pages, fullPages] = [await weigh(ordinary), await weigh(full)];
  return {
    bytes: Math.max(...pages.map(({ bytes }) => bytes)),
    largestBytes: Math.max(...fullPages.map(({ bytes }) => bytes)),
    tableCalls: Math.max(...[...pages, ...fullPages].map(({ tableCalls }) => tableCalls)),
  };
}

function openPage(process: LambdaProcess, token: string, language: string) {
  const { handler } = process.handlerOf('showCheckoutLink');
  const rawPath = linkPath(token);
  const event = {
    version: '2.0',
    rawPath,
    rawQueryString: '',
    pathParameters: { token },
    headers: { 'accept-language': language },
    requestContext: { http: { method: 'GET', path: rawPath, sourceIp: '203.0.113.7' } },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  return metering(async (use) => {
    const { statusCode, body = '' } = await handler(event);
    if (statusCode !== 200) throw new Error(`a link's page answered ${statusCode}: ${body}`);
    return { bytes: Buffer.byteLength(body), tableCalls: use.tableCalls };
  });
}
