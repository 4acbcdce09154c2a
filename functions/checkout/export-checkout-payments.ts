import * as z from 'zod';
import { paymentsCsv } from '../../shared/checkout/payments/listed/payments-csv.ts';
import { byteOrderMark } from '../../shared/contract/csv.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'exportCheckoutPayments',
  summary: 'Export the payments on a link as CSV',
  description:
    'In the order of the list, at most 5,000 rows. If there are more, use the value of the `x-next-cursor` ' +
    'header to request them. Amounts are decimal strings. Text that a spreadsheet would evaluate as a formula is ' +
    'prefixed with an apostrophe. Metadata is omitted.',
  method: 'GET',
  path: `${C}/links/{linkId}/payments.csv`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    bom: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true` starts the file with a byte order mark, so that Excel recognizes UTF-8.' }),
  }),
  responses: {
    200: { description: 'A header row, then one row per payment.', schema: z.string(), contentType: 'text/csv' },
  },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { linkId }, query: { cursor, bom }, organization: { organizationId }, runtime }) => {
    const { text, nextCursor } = await paymentsCsv(runtime, organizationId, linkId, cursor);
    return {
      ...reply(200, bom === 'true' ? byteOrderMark + text : text),
      ...(nextCursor && { headers: { 'x-next-cursor': nextCursor } }),
    };
  },
});
