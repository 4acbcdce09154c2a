import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { bodyOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  organization = await service.organization();
});
// Whatever was refused: nothing was saved.
afterAll(async () => {
  expect(bodyOf(await service.get(`/recipients/${organization.organizationId}`, organization)).data).toEqual([]);
});

const post = (body: unknown) => service.post(`/recipients/${organization.organizationId}`, organization, body);
const valid = recipientBody();
const withMethod = (change: object) => ({ ...valid, method: { ...valid.method, ...change } });

describe('every faulty field is named', () => {
  test.each<readonly [unknown, string]>([
    ...['robot', '', 7].map((type) => [{ ...valid, type }, 'type'] as const),
    ...[7, null, { first: 'Ana' }].map((name) => [{ ...valid, name }, 'name'] as const),
    ...['de', 'DEU', 'Germany', 49].map((country) => [{ ...valid, country }, 'country'] as const),
    ...[7, { id: 'user' }].map((endUserId) => [{ ...valid, endUserId }, 'endUserId'] as const),
    ...[7, 'cash', 'cheque'].map((kind) => [withMethod({ kind }), 'method.kind'] as const),
    ...['eur', 'EURO', '€', 978].map((currency) => [withMethod({ currency }), 'method.currency'] as const),
    [{ ...valid, name: '' }, 'name'],
    [{ ...valid, name: '   ' }, 'name'],
    [{ ...valid, name: 'a\u0000b' }, 'name'],
    [{ ...valid, name: 'x'.repeat(141) }, 'name'],
    [{ ...valid, externalId: '' }, 'externalId'],
    [{ ...valid, extra: true }, 'extra'],
    [{ ...valid, method: undefined }, 'method'],
    [withMethod({ currency: 'XXX' }), 'method.currency'],
    [withMethod({ currency: 'JPY' }), 'method.currency'],
    [withMethod({ currency: 'USDC' }), 'method.currency'],
    [withMethod({ currency: 'BRL' }), 'method.currency'],
    [{ ...valid, country: 'US' }, 'method.currency'],
    [withMethod({ recipientDetails: {} }), 'method.recipientDetails.iban'],
    [withMethod({ recipientDetails: { iban: 'DE00123' } }), 'method.recipientDetails.iban'],
    [withMethod({ recipientDetails: { iban: 5 } }), 'method.recipientDetails.iban'],
    [withMethod({ recipientDetails: { ...valid.method.recipientDetails, bic: 'X' } }), 'method.recipientDetails.bic'],
    [withMethod({ recipientDetails: [] }), 'method.recipientDetails'],
    [[], ''],
    [null, ''],
  ])(
    '%j: %s',
    quotes({
      'Endpoints > Create a recipient': '400 validation failed',
      'Resources and their fields > Recipient': [
        '`type` | string (`individual` is used)',
        '`name` | string',
        '`country` | country code string',
        '`endUserId` | string',
        '`method.kind` | string (`fiat` is used)',
        '`method.currency` | ISO 4217 code',
      ],
    }),
    async (body, path) => {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ path }));
    },
  );

  test('all of them in one answer', async () => {
    const answer = await post({ ...valid, type: 'robot', name: '', country: 'x' });
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['type', 'name', 'country']);
  });
});

test.each(sandboxCorridors.map(({ corridorId, recipientFields }) => [corridorId, recipientFields] as const))(
  'a corridor field of %s that is missing is named',
  quotes({ 'Endpoints > Create a recipient': 'or a corridor field missing.' }),
  async (corridorId, fields) => {
    const body = recipientBody({ corridorId });
    for (const { name } of fields.filter(({ required }) => required)) {
      const { [name]: _missing, ...recipientDetails } = body.method.recipientDetails;
      const answer = await post({ ...body, method: { ...body.method, recipientDetails } });
      expect(answer).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
      expect(answer.body.errors).toContainEqual(
        expect.objectContaining({ path: `method.recipientDetails.${name}`, code: 'required' }),
      );
    }
  },
);
