import { relative } from 'node:path';
import { docsPrefix } from '../shared/contract/site.ts';
import type { Stack } from './stack.ts';

/** What the developer sees when the stack is ready. */
export function greeting(stack: Stack, seconds: number): string {
  return `Sluice is ready after ${seconds.toFixed(1)} s.

  API            ${stack.baseUrl}
  Documentation  ${new URL(docsPrefix, stack.baseUrl).href}
  Organization   ${stack.organizationId} (sandbox)
  Credentials    ${shown(stack.files.quickstart)}
  Log            ${shown(stack.files.log)}
${stack.live ? liveLines(stack.live) : ''}${stack.lacksItsChain ? unconnected : ''}
A first signed call, to paste into another terminal:

${firstCall({ ...stack, privateKeyFile: stack.files.privateKey })}

Ctrl-C stops it. The data stays; npm start -- --fresh starts over.
`;
}

const unconnected = `
Its development chain is not connected, so payouts that were started there wait: npm start -- --chain URL
`;

/** What the developer needs to fund a payout on the development chain. */
function liveLines({ file, organizationId, chain }: NonNullable<Stack['live']>): string {
  return `
  Live           ${organizationId}: fund its payouts yourself, with \`funding: 'self'\`
  Credentials    ${shown(file)}
  Chain          ${chain.name} (${chain.chainId}) at ${chain.node}
  Token          ${chain.token} (test USDC)
  Send some      npm run chain -- faucet ADDRESS AMOUNT
`;
}

interface FirstCall {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKeyId: string;
  /** PEM. */
  readonly privateKeyFile: string;
}

/**
 * Two lines of bash that read the balance with the challenge flow, using only curl, node and openssl. The first one
 * sends the request; the second one signs and sends it again.
 */
export function firstCall({ baseUrl, organizationId, apiKeyId, privateKeyFile }: FirstCall): string {
  const url = quoted(`${baseUrl}/payments/organizations/${organizationId}/balance`);
  const key = `-H 'X-Api-Key: ${apiKeyId}'`;
  const read = (field: string) => `$(node -pe 'JSON.parse(process.argv[1]).${field}' "$challenge")`;
  // The shell's $(...) removes the line break that node adds, and printf adds none.
  const signature = `$(printf %s "${read('payloadToSign')}" | openssl dgst -sha256 -sign ${quoted(privateKeyFile)} | openssl base64 -A)`;
  return [
    `challenge=$(curl -s ${url} ${key})`,
    `curl -s ${url} ${key} -H "X-Svc-Request-Id: ${read('requestId')}" -H "X-Svc-Signature: ${signature}"; echo`,
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function shown(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}
