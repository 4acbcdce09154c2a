import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import {
  type BoundRequest,
  bindingHeader,
  bindingOf,
  identityBody,
  identityContentType,
  signedHeaders,
} from '../contract/operator-proof.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { type Clock, clockToleranceMs, timestamp } from '../ground/time/clock.ts';
import type { Operators } from '../ports/operators.ts';
import { callSts, unavailable } from './call-sts.ts';
import { readCallerIdentity } from './sts-answer.ts';

/**
 * The maximum age of a signature: the duration of one invocation. STS itself would accept it for a quarter of an hour.
 */
export const maxProofAgeMs = 60_000;

export interface OperatedStage {
  readonly stage: string;
  readonly region: string;
  /** The only account whose identities can be operators. */
  readonly account: string;
  /** The STS endpoint of the region. */
  readonly sts: URL;
}

/** The headers that an operator supplies, each limited to its possible values. */
const Proof = z.strictObject({
  authorization: z.string().max(1_024),
  'x-amz-date': z.string().regex(/^\d{8}T\d{6}Z$/),
  'x-amz-security-token': z
    .string()
    .regex(/^[!-~]{1,16384}$/)
    .optional(),
  [bindingHeader]: z.string().regex(/^[0-9a-f]{64}$/),
});

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=\w{1,128}\/(\d{8})\/([a-z0-9-]+)\/sts\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;

/** The root user, a user, or an assumed role. A federated user is refused, because the caller chooses its name. */
const OPERATOR =
  /^arn:aws[a-z-]*:(?:iam::(\d{12}):(?:root|user\/[!-~]{1,180})|sts::(\d{12}):assumed-role\/[\w+=,.@-]{1,64}\/[\w+=,.@-]{1,64})$/;

/**
 * Identifies operators through AWS: the operator is the identity that signed the `GetCallerIdentity` call sent with a
 * request. STS verifies the signature; this function verifies that it is for this request, and makes the call. The
 * caller chooses only four headers of the call.
 */
export function stsOperators({ stage, region, account, sts }: OperatedStage, clock: Clock): Operators {
  return async ({ proof, ...asked }) => {
    const headers = readProof(proof, region);
    refuseOtherRequest(headers[bindingHeader], { stage, ...asked });
    refuseOtherTime(headers['x-amz-date'], clock());
    const { status, text } = await callSts({
      url: sts,
      headers: { ...headers, 'content-type': identityContentType },
      body: identityBody,
    });
    if (status !== 200)
      throw notProved(`AWS refused the signature (${/<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? status})`);
    const identity = readCallerIdentity(text);
    if (!identity) throw unavailable(new Error('STS answered something else than GetCallerIdentityResponse'));
    return operatorOf(identity.arn, identity.account, account);
  };
}

function readProof(proof: unknown, region: string): Record<string, string> & z.output<typeof Proof> {
  const result = Proof.safeParse(proof);
  if (!result.success) throw notProved('there is no signature, or more than one; use the command line of this release');
  const { authorization, 'x-amz-date': date, 'x-amz-security-token': token, ...rest } = result.data;
  const [, day, signedRegion, signed] = AUTHORIZATION.exec(authorization) ?? [];
  if (day !== date.slice(0, 8) || signedRegion !== region) throw notProved(`the signature is not for STS in ${region}`);
  if (signed !== signedHeaders(token !== undefined))
    throw notProved('the signature does not cover all required headers');
  return { ...rest, authorization, 'x-amz-date': date, ...(token !== undefined && { 'x-amz-security-token': token }) };
}

function refuseOtherRequest(binding: string, bound: BoundRequest): void {
  if (timingSafeEqual(Buffer.from(binding), Buffer.from(bindingOf(bound)))) return;
  throw notProved('the signature is for another stage, operation, input or key');
}

/** @param date `20260301T120000Z` */
function refuseOtherTime(date: string, now: number): void {
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  if (at >= now - maxProofAgeMs && at <= now + clockToleranceMs) return;
  throw notProved(
    `the signature is of ${date}, but the time here is ${timestamp(now)}: set your clock, and sign again`,
  );
}

function operatorOf(arn: string, account: string, own: string): string {
  const [, ofUser, ofRole] = OPERATOR.exec(arn) ?? [];
  const named = ofUser ?? ofRole;
  if (named === undefined || arn.length > 256) {
    throw new ServiceError(
      'FORBIDDEN',
      'an operator must be an IAM user or role, with an ARN of at most 256 characters',
    );
  }
  if (named !== account || account !== own) {
    throw new ServiceError('FORBIDDEN', 'an operator must belong to the AWS account of the stage');
  }
  return arn;
}

function notProved(why: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', `the operator's identity is not proved: ${why}`);
}
