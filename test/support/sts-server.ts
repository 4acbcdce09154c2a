import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface KnownCaller {
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly arn: string;
  readonly account: string;
}

/** The server, with the bodies of the calls that it was sent. */
export interface StsServer {
  readonly url: URL;
  readonly bodies: string[];
}

/** Answers instead of STS. */
export type OtherAnswer = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

/**
 * STS over HTTP, until the test ends: it computes the signature of what it was sent from the caller's secret key, and
 * answers who that is, or 403.
 * @param callers by access key id
 * @param others answers that are given first
 */
export async function startSts(
  callers: Readonly<Record<string, KnownCaller>>,
  others: OtherAnswer[] = [],
): Promise<StsServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const { status, body: answer, headers } = others.shift() ?? answerOf(request, body, callers);
    response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), bodies };
}

export function identityAnswer({ arn, account }: Pick<KnownCaller, 'arn' | 'account'>): string {
  return `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <GetCallerIdentityResult>
    <Arn>${arn}</Arn>
    <UserId>AIDAEXAMPLE</UserId>
    <Account>${account}</Account>
  </GetCallerIdentityResult>
  <ResponseMetadata><RequestId>01234567-89ab-cdef-0123-456789abcdef</RequestId></ResponseMetadata>
</GetCallerIdentityResponse>`;
}

function answerOf(request: IncomingMessage, body: string, callers: Readonly<Record<string, KnownCaller>>): OtherAnswer {
  const { authorization = '', 'x-amz-security-token': token } = request.headers;
  const [, keyId = '', scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? [];
  const caller = callers[keyId];
  const isSigned = caller && signature === signatureOf(request, body, { scope, signedHeaders, ...caller });
  if (!isSigned || token !== caller.sessionToken) return refusal('SignatureDoesNotMatch');
  const action = new URLSearchParams(body).get('Action');
  return action === 'GetCallerIdentity' ? { status: 200, body: identityAnswer(caller) } : refusal('AccessDenied');
}

function refusal(code: string): OtherAnswer {
  return { status: 403, body: `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>` };
}

interface Signed {
  /** `20260301/us-east-1/sts/aws4_request`. */
  readonly scope: string;
  readonly signedHeaders: string;
  readonly secretAccessKey: string;
}

/** Signature Version 4, as AWS describes it. */
function signatureOf(
  { method, url, headers }: IncomingMessage,
  body: string,
  { scope, signedHeaders, secretAccessKey }: Signed,
): string {
  const canonicalHeaders = signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, '', canonicalHeaders.join(''), signedHeaders, hash(body)].join('\n');
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  return hmac(key, signed).toString('hex');
}

const hash = (data: string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
