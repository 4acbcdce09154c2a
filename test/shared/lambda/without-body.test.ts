import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { withoutBodyOfHead } from '../../../shared/lambda/without-body.ts';

const eventOf = (method: string) => ({ requestContext: { http: { method } } }) as APIGatewayProxyEventV2;
const answer = { statusCode: 200, headers: { etag: '"1"' }, cookies: ['a=b'], body: 'PGI+', isBase64Encoded: true };

test('in AWS the answer to HEAD has status, headers and cookies of the one to GET, and no body', async () => {
  const { body: _, isBase64Encoded: __, ...head } = answer;
  expect(await withoutBodyOfHead(eventOf('HEAD'), Promise.resolve(answer))).toEqual({ ...head, body: '' });
});

test.each(['GET', 'POST'])('the answer to %s stays as it is', async (method) => {
  expect(await withoutBodyOfHead(eventOf(method), Promise.resolve(answer))).toBe(answer);
});
