import { errorCatalog } from '../ground/errors/catalog.ts';
import type { JsonSchema } from './types.ts';

/** The advice for each type, in one place. Operations only name the types. */
const resolutions = Object.entries(errorCatalog)
  .map(([type, { resolution }]) => `- \`${type}\`: ${resolution}`)
  .join('\n');

/** The Error body (specification, Error body). `x-errors` of an operation lists the types that it can return. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Every failure. Branch on `type`: it is stable, status and wording can change.',
  properties: {
    type: {
      type: 'string',
      description: `A later release may add types: treat one that you do not know by its status.\n\n${resolutions}`,
      'x-extensible-enum': Object.keys(errorCatalog),
    },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong with this request.' },
    resolution: { type: 'string', description: 'What to do next; it fits the cause.' },
    docs: {
      type: 'string',
      description:
        'Where the type is explained: a path on the address of the service, such as `/docs/errors#NOT_FOUND`.',
    },
    requestId: { type: 'string', description: 'Equals the header x-request-id.' },
    errors: {
      type: 'array',
      description: 'The fields that failed validation.',
      items: { $ref: '#/components/schemas/FieldFault' },
    },
    originalIdempotencyKey: { type: 'string', description: 'Key of the request that this one repeats.' },
    originalPayoutId: { type: 'string', description: 'Payout that the repeated request made.' },
    originalRequestId: { type: 'string', description: 'Request whose outcome is unknown.' },
    originalPayoutLinkId: { type: 'string', description: 'Payout link that the repeated request made.' },
    originalBatchId: { type: 'string', description: 'Batch that has the externalReferenceId.' },
    existingRecipientId: { type: 'string', description: 'Recipient that has the account.' },
    existingMethodId: { type: 'string', description: 'Its payment method, used as `destinationAccountId`.' },
    approvalId: { type: 'string', description: 'Approval that decides.' },
  },
  required: ['type', 'status', 'detail', 'requestId'],
};

export const fieldFaultSchema: JsonSchema = {
  type: 'object',
  description: 'One faulty field of a request.',
  properties: {
    path: { type: 'string', description: 'Dotted path, with `[n]` for list positions.' },
    message: { type: 'string', description: 'What is wrong with it.' },
    code: { type: 'string', description: 'Stable and machine readable.' },
  },
  required: ['path', 'message', 'code'],
};

/** The answer to a call without a signature (specification, Authentication, Challenge flow, step 1). */
export const signatureChallengeSchema: JsonSchema = {
  type: 'object',
  description: 'Nothing ran: sign `payloadToSign` and send the same request again within 5 minutes.',
  properties: {
    type: { type: 'string', const: 'SIGNATURE_CHALLENGE', description: 'Tells it from the answer itself.' },
    requestId: { type: 'string', description: 'Send it back as X-Svc-Request-Id.' },
    payloadToSign: {
      type: 'string',
      description:
        'The canonical string of this request, with a timestamp and nonce of ours. Sign its UTF-8 bytes; send the signature as X-Svc-Signature.',
    },
  },
  required: ['type', 'requestId', 'payloadToSign'],
};
