import { noSuchResource } from '../../ground/errors/no-such-resource.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Step } from '../step.ts';

const MIB = 1024 * 1024;
const PARAMETER = /^[A-Za-z0-9_.-]{1,128}$/;

/** Checks that need no caller: the size of the body, and whether path parameters could be ids. */
export const checkShape: Step = ({ rawBody, parameters }, { endpoint }) => {
  const limit = endpoint.maxBodyBytes ?? MIB;
  if (rawBody.length > limit) {
    throw new ServiceError('BAD_REQUEST', `the body is larger than ${limit} bytes`);
  }
  if (Object.values(parameters).some((value) => !PARAMETER.test(value))) {
    throw noSuchResource();
  }
};
