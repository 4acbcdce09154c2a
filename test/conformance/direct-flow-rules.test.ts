import { beforeEach, describe, expect, test } from 'vitest';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { quotedByName } from '../support/quotes.ts';
import { signatureOf, type Unsigned } from '../support/signing.ts';
import { canonicalText, funding, prefix, sendSigned, sendWith, signedHeaders } from './authentication-support.ts';
import { availableOf, callerOf, useService } from './support.ts';

const stage = useService();
let of: TestOrganization;

beforeEach(async () => {
  of = await stage.http.service.organization();
});

const request = (changes: Partial<Unsigned> = {}) => funding(stage.http, of, changes);
const available = () => availableOf(callerOf(stage.http, of));

/** Sends a request with the signature of another. */
const sendSigning = (signed: Unsigned, one: Unsigned) =>
  sendWith(stage.http, one, signedHeaders(one, of.privateKey, signatureOf(canonicalText(signed), of.privateKey)));

describe('Authentication > Direct flow', quotedByName, () => {
  test('All mismatches answer `SIGNATURE_INVALID` (one answer for several causes).', async () => {
    const one = request();
    const answers = [
      await sendSigning({ ...one, keyId: 'akid_test_other' }, one),
      await sendSigning({ ...one, method: 'PUT' }, one),
      await sendSigning({ ...one, target: `${prefix}${pathOf(of)}/balance` }, one),
      await sendSigning({ ...one, body: '{}' }, one),
      await sendSigning({ ...one, idempotencyKey: '' }, one),
      await sendSigning({ ...one, timestamp: '0' }, one),
      await sendSigning({ ...one, nonce: '0' }, one),
      await sendSigned(stage.http, one, { ...of, privateKey: newKeyPair().privateKey }),
    ];
    const bodies = answers.map(({ status, body: { requestId: _, ...body } }) => ({ ...body, answered: status }));
    expect(bodies[0]).toMatchObject({ answered: 401, type: 'SIGNATURE_INVALID' });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(await available()).toBe('0.00');
  });
});
