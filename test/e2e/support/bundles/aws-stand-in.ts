import { createPublicKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newKeyPair } from '../../../support/public-keys.ts';

/** Stands in for the services of AWS that have no other stand-in, and records what they were sent. */
export interface AwsStandIn {
  readonly endpoint: string;
  /** Bodies of requests, by service. */
  readonly handed: { readonly mails: string[]; readonly events: string[]; readonly objects: Buffer[] };
  /** PEM of the public half of the only key in KMS. */
  readonly publicKey: string;
  /** Requests that it could not answer. */
  readonly unknown: string[];
  stop(): void;
}

/** @param secrets texts by ARN */
export async function startAwsStandIn(secrets: Readonly<Record<string, string>>): Promise<AwsStandIn> {
  const handed: AwsStandIn['handed'] = { mails: [], events: [], objects: [] };
  const unknown: string[] = [];
  const { publicKey, privateKey } = newKeyPair();

  function answerTo(what: string, body: Buffer): { readonly status: number; readonly answer: object } {
    const asked = () => JSON.parse(body.toString());
    if (what.startsWith('secretsmanager.GetSecretValue')) return secretAnswer(secrets, asked());
    if (what.startsWith('TrentService.GetPublicKey')) {
      const der = createPublicKey(publicKey).export({ format: 'der', type: 'spki' });
      return { status: 200, answer: { PublicKey: der.toString('base64') } };
    }
    if (what.startsWith('TrentService.Sign')) {
      const signature = sign('sha256', Buffer.from(asked().Message, 'base64'), privateKey);
      return { status: 200, answer: { Signature: signature.toString('base64') } };
    }
    if (what.startsWith('AWSEvents.PutEvents')) {
      handed.events.push(body.toString());
      const Entries = asked().Entries.map((_: unknown, index: number) => ({ EventId: String(index) }));
      return { status: 200, answer: { FailedEntryCount: 0, Entries } };
    }
    if (what.endsWith('POST /v2/email/outbound-emails')) {
      handed.mails.push(body.toString());
      return { status: 200, answer: { MessageId: '1' } };
    }
    if (/ PUT \/changes-bucket\//.test(what)) {
      handed.objects.push(body);
      return { status: 200, answer: {} };
    }
    unknown.push(what);
    return { status: 400, answer: { __type: 'UnknownOperationException' } };
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method, url, headers } = request;
    const { status, answer } = answerTo(`${headers['x-amz-target'] ?? ''} ${method} ${url}`, body);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handed,
    publicKey,
    unknown,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The secrets were never rotated, so none has a previous version. */
function secretAnswer(
  secrets: Readonly<Record<string, string>>,
  { SecretId, VersionStage }: { readonly SecretId: string; readonly VersionStage?: string },
) {
  const SecretString = secrets[SecretId];
  if (SecretString === undefined || VersionStage === 'AWSPREVIOUS') {
    return { status: 400, answer: { __type: 'ResourceNotFoundException' } };
  }
  return { status: 200, answer: { ARN: SecretId, SecretString, VersionId: 'v1' } };
}
