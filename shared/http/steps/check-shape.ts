import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Step } from '../step.ts';

const MIB = 1024 * 1024;
const PARAMETER = /^[A-Za-z0-9_.-]{1,128}$/;

/** Bounds that need no caller: the body's size, and path parameters that could be an id at all. */
export const checkShape: Step = ({ rawBody, parameters }, { endpoint }) => {
  const limit = endpoint.maxBodyBytes ?? MIB;
  if (rawBody.length > limit) {
    throw new ServiceError('BAD_REQUEST', `the body is larger than ${limit} bytes`);
  }
  if (Object.values(parameters).some((value) => !PARAMETER.test(value))) {
    throw new ServiceError('NOT_FOUND', 'no resource has such an id');
  }
};
