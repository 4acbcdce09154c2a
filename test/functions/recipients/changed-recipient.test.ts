import { beforeAll, describe, expect, test } from 'vitest';
import { RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { bodyOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await service.organization();
});

const post = (body: object): Promise<Answer> => service.post(`/recipients/${of.organizationId}`, of, body);

/** A body with other details in some fields. */
function withDetails<B extends ReturnType<typeof recipientBody>>(body: B, details: Readonly<Record<string, string>>) {
  const { method } = body;
  return { ...body, method: { ...method, recipientDetails: { ...method.recipientDetails, ...details } } };
}

/** The fields that the refusal names. */
function differing(answer: Answer): string[] {
  expectError(answer, 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
  return answer.body.detail.replace('externalId names a recipient with other details: ', '').split(', ');
}

async function storedRecipients() {
  return (await storedItems(service)).filter(({ _et }) => String(_et).startsWith('recipient'));
}

describe('a recipient that is sent again with other details', () => {
  const corridorId = 'usd_us_account';
  const original = recipientBody({ corridorId, externalId: 'ana', endUserId: 'user-1' });
  const spaced = [...(original.method.recipientDetails.accountNumber ?? '')].join(' ');
  let existing: Answer['body'];

  beforeAll(async () => {
    existing = bodyOf(await post(original), 201);
  });

  test.each([
    ['another name', { ...original, name: 'Other Name' }, ['name']],
    ['another type', { ...original, type: 'business' }, ['type']],
    ['another end user', { ...original, endUserId: 'user-2' }, ['endUserId']],
    [
      'another kind of account',
      withDetails(original, { accountType: 'savings' }),
      ['method.recipientDetails.accountType'],
    ],
    [
      'another account',
      withDetails(original, { accountNumber: '987654321' }),
      ['method.recipientDetails.accountNumber'],
    ],
    [
      'all of it',
      {
        ...withDetails(original, { accountNumber: '987654321', accountType: 'savings' }),
        type: 'business',
        name: 'Acme',
        endUserId: 'user-2',
      },
      ['type', 'name', 'endUserId', 'method.recipientDetails.accountNumber', 'method.recipientDetails.accountType'],
    ],
    ['another country', recipientBody({ externalId: 'ana' }), ['country', 'method.currency']],
  ])('%s is a conflict that names the fields, and changes nothing', async (_, body, fields) => {
    const before = await storedRecipients();
    const refused = await post(body);
    expect(differing(refused)).toEqual(fields);
    expect(refused.body).toMatchObject({
      existingRecipientId: existing.recipientId,
      existingMethodId: existing.methods[0].destinationAccountId,
    });
    expect(await storedRecipients()).toEqual(before);
  });

  test('never shows what is registered', async () => {
    const refused = await post({ ...withDetails(original, { accountNumber: '987654321' }), name: 'Other Name' });
    expect(JSON.stringify(refused.body)).not.toMatch(/Ana Souza|123456789/);
  });

  test.each([
    ['its end user left out', { ...original, endUserId: undefined }],
    ['its name in another writing', { ...original, name: 'Ana\u00a0Souza' }],
    ['its account in another writing', withDetails(original, { accountType: 'Checking', accountNumber: spaced })],
  ])('%s is the recipient that is there', async (_, body) => {
    expect(bodyOf(await post(body), 201)).toEqual(existing);
  });

  test('an end user that is told only the second time is a difference', async () => {
    const body = recipientBody({ corridorId, externalId: 'bea', serial: 1 });
    bodyOf(await post(body), 201);
    expect(differing(await post({ ...body, endUserId: 'user-1' }))).toEqual(['endUserId']);
  });
});

test('an IBAN under another country is a difference in the country alone', async () => {
  const german = recipientBody({ externalId: 'iban', serial: 2 });
  bodyOf(await post(german), 201);
  expect(differing(await post({ ...german, country: 'FR' }))).toEqual(['country']);
});

test('a blocked recipient under another name is a conflict, too', async () => {
  const blocked = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
  expectError(await post(blocked), 'PAYOUT_REFUSED');
  expect(bodyOf(await post(blocked), 201).status).toBe('blocked');
  expect(differing(await post({ ...blocked, name: 'Other Name' }))).toEqual(['name']);
});

describe('a recipient that an earlier release stored in another form', () => {
  const payee = (corridorId: string, recipientDetails: Record<string, string>) => {
    const body = recipientBody({ corridorId, externalId: corridorId });
    return { ...body, method: { ...body.method, recipientDetails } };
  };

  /** Gives the stored account the form that an earlier release gave it. */
  async function storeDetails(recipientId: string, details: Record<string, string>): Promise<void> {
    const { organizationId } = of;
    const { store } = service.runtime;
    const found = await store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    const [method] = found?.methods ?? [];
    if (found && method)
      await store.put(RecipientEntity, { ...found, methods: [{ ...method, recipientDetails: details }] });
  }

  test.each([
    [
      'a BIC with XXX',
      'php_ph_account',
      { bankCode: 'BOPIPHMM', accountNumber: '001234567890' },
      { bankCode: 'BOPIPHMMXXX', accountNumber: '001234567890' },
    ],
    [
      'a Nigerian code with its nine',
      'ngn_ng_account',
      { bankCode: '50547', accountNumber: '0000014573' },
      { bankCode: '950547', accountNumber: '0000014573' },
    ],
    [
      'a CPF without its kind',
      'brl_br_pix_key',
      { pixKey: '52998224725', pixKeyType: 'cpf' },
      { pixKey: '52998224725' },
    ],
  ])('is the one that is there: %s', async (_, corridorId, sent, stored) => {
    const body = payee(corridorId, sent);
    const { recipientId } = bodyOf(await post(body), 201);
    await storeDetails(recipientId, stored);
    expect(bodyOf(await post(body), 201).recipientId).toBe(recipientId);
    expect(differing(await post({ ...body, name: 'Other Name' }))).toEqual(['name']);
  });
});
