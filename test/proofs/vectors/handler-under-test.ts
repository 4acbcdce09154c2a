import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { endpoint as getBalance } from '../../../functions/balance/get-balance.ts';
import { createMemoryTable } from '../../../local/table/memory-client.ts';
import { issueApiKey } from '../../../shared/access/api-keys/issue-api-key.ts';
import { createOrganization, newOrganizationId } from '../../../shared/access/organizations/create-organization.ts';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { canonicalString, sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { createHandler } from '../../../shared/http/create-handler.ts';
import type { EdgeRuntime } from '../../../shared/ports/runtime.ts';
import { createRuntime } from '../../../shared/ports/wiring/create-runtime.ts';

/** A read that is ready to be sent, except for its signature and the registration of its key. */
export interface Request {
  /** What the signature must cover. */
  readonly payload: string;
  register(publicKeyPem: string): Promise<void>;
  /** @returns `accepted`, or the type of the error. */
  send(signature: Buffer): Promise<string>;
}

/** The real handler of a signed read, on its own table. */
export interface HandlerUnderTest {
  request(): Request;
}

export function startHandlerUnderTest(): HandlerUnderTest {
  const runtime = runtimeOn(createStore(createMemoryTable()));
  const handler = createHandler(getBalance, runtime);
  let requests = 0;

  function request(): Request {
    requests += 1;
    // The payload names the key, so its id is chosen before the key is known.
    const suffix = `vector${requests}`;
    const keyId = `akid_test_${suffix}`;
    // One organization may not have as many keys as there are vectors.
    const organizationId = newOrganizationId();
    const timestamp = Math.floor(runtime.clock() / 1000).toString();
    const rawPath = `${apiPrefix}/payments/organizations/${organizationId}/balance`;
    const payload = canonicalString({
      keyId,
      method: 'GET',
      target: rawPath,
      bodyHash: sha256Hex(''),
      idempotencyKey: '',
      timestamp,
      nonce: 'vector',
    });
    return {
      payload,
      async register(publicKey) {
        await createOrganization(runtime, { name: 'Vectors', mode: 'sandbox', organizationId });
        const ids = { ...runtime.ids, suffix: () => suffix };
        const fields = { organizationId, name: suffix, publicKey, scopes: ['read'], issuedBy: 'vectors' } as const;
        const { body } = await issueApiKey({ ...runtime, ids }, fields);
        if (body.id !== keyId) throw new Error(`the key was registered as ${body.id}`);
      },
      async send(signature) {
        const headers = {
          'x-api-key': keyId,
          'x-svc-signature': signature.toString('base64'),
          'x-svc-timestamp': timestamp,
          'x-svc-nonce': 'vector',
        };
        const { statusCode, body } = await handler({
          rawPath,
          rawQueryString: '',
          headers,
          pathParameters: { orgId: organizationId },
          requestContext: { http: { method: 'GET', path: rawPath, sourceIp: '127.0.0.1' } },
          isBase64Encoded: false,
        } as unknown as APIGatewayProxyEventV2);
        return statusCode === 200 ? 'accepted' : (JSON.parse(body ?? '{}').type as string);
      },
    };
  }

  return { request };
}

function runtimeOn(store: EdgeRuntime['store']): EdgeRuntime {
  const log = { debug() {}, info() {}, warn() {}, error: console.error };
  return createRuntime(
    { store, log },
    {
      secrets: { sealingKeys: async () => [{ id: '', key: Buffer.alloc(32) }] },
      sessions: async () => undefined,
    },
  );
}
