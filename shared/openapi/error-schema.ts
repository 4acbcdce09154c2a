import { errorCatalog } from '../ground/errors/catalog.ts';
import type { JsonSchema } from './types.ts';

/** The advice for each type, in one place. Operations only name the types. */
const resolutions = Object.entries(errorCatalog)
  .map(([type, { resolution }]) => `- \`${type}\`: ${resolution}`)
  .join('\n');

/** The Error body (specification, Error body). `x-errors` of an operation lists the types that it can return. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every failure. Branch on `type`, which is stable. Status and wording can change.',
  properties: {
    type: {
      type: 'string',
      description: `Later releases can add types. Handle a type that you do not know by its status.\n\n${resolutions}`,
      'x-extensible-enum': Object.keys(errorCatalog),
    },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong with this request.' },
    resolution: { type: 'string', description: 'What to do next.' },
    docs: {
      type: 'string',
      description:
        'The page that explains the type: a path at the address of the service, such as `/docs/errors#NOT_FOUND`.',
    },
    requestId: { type: 'string', description: 'Equals the header x-request-id.' },
    errors: {
      type: 'array',
      description: 'The fields that failed validation.',
      items: { $ref: '#/components/schemas/FieldFault' },
    },
    originalIdempotencyKey: {
      type: 'string',
      description: 'The idempotency key of the request that this one repeats.',
    },
    originalPayoutId: { type: 'string', description: 'The payout that the repeated request created.' },
    originalRequestId: { type: 'string', description: 'The request whose outcome is unknown.' },
    originalPayoutLinkId: { type: 'string', description: 'The payout link that the repeated request created.' },
    originalBatchId: { type: 'string', description: 'The batch that has the `externalReferenceId`.' },
    existingRecipientId: { type: 'string', description: 'The recipient that has the account.' },
    existingMethodId: {
      type: 'string',
      description: 'The payment method of that recipient, to use as `destinationAccountId`.',
    },
    approvalId: { type: 'string', description: 'The approval that decides on the request.' },
  },
  required: ['type', 'status', 'detail', 'requestId'],
};

export const fieldFaultSchema: JsonSchema = {
  type: 'object',
  description: 'One faulty field of a request.',
  properties: {
    path: { type: 'string', description: 'The path of the field, with dots, and `[n]` for positions in a list.' },
    message: { type: 'string', description: 'What is wrong with it.' },
    code: { type: 'string', description: 'Stable and machine-readable.' },
  },
  required: ['path', 'message', 'code'],
};

/** The answer to a call without a signature (specification, Authentication, Challenge flow, step 1). */
export const signatureChallengeSchema: JsonSchema = {
  type: 'object',
  description: 'Nothing has run. Sign `payloadToSign` and send the same request again within 5 minutes.',
  properties: {
    type: {
      type: 'string',
      const: 'SIGNATURE_CHALLENGE',
      description: 'Distinguishes a challenge from the answer itself.',
    },
    requestId: { type: 'string', description: 'Send it back as X-Svc-Request-Id.' },
    payloadToSign: {
      type: 'string',
      description:
        'The canonical string of this request, with a timestamp and a nonce chosen by the service. Sign its UTF-8 bytes and send the signature as X-Svc-Signature.',
    },
  },
  required: ['type', 'requestId', 'payloadToSign'],
};
