import { noSuchResource } from '../../ground/errors/no-such-resource.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Step } from '../step.ts';

const MIB = 1024 * 1024;
const PARAMETER = /^[A-Za-z0-9_.-]{1,128}$/;

/** Advice for the common case: many libraries write six bytes for each character that is not ASCII. */
const withoutEscapes = String.raw`Send UTF-8 instead of \u escapes.`;

/** Matches placeholders for an id in documentation: `{orgId}`, `<orgId>`, `:orgId`. */
const PLACEHOLDER = /^(\{\w+\}|<\w+>|:\w+)$/;

function placeholderLeft(name: string): ServiceError {
  return new ServiceError('NOT_FOUND', `the path has a placeholder where ${name} belongs`, {
    resolution: `Replace ${name} in the path with the id.`,
  });
}

/** Checks what does not depend on the caller: the size of the body, and whether path parameters can be ids. */
export const checkShape: Step = ({ rawBody, parameters }, { endpoint }) => {
  const limit = endpoint.maxBodyBytes ?? MIB;
  if (rawBody.length > limit) {
    const resolution = endpoint.page ? undefined : (endpoint.tooLargeAdvice ?? withoutEscapes);
    throw new ServiceError('BAD_REQUEST', `the body is larger than ${limit} bytes`, {
      ...(resolution && { resolution }),
    });
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (!PARAMETER.test(value)) throw PLACEHOLDER.test(value) ? placeholderLeft(name) : noSuchResource();
  }
};
