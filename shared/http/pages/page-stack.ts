import type { PageCall } from '../../contract/define-page.ts';
import type { Stack } from '../handle-with.ts';
import { header, type RequestState } from '../request-state.ts';
import { networkOf } from '../source-address.ts';
import type { StepContext } from '../step.ts';
import { checkOrigin } from '../steps/check-origin.ts';
import { checkShape } from '../steps/check-shape.ts';
import { parseRequest } from '../steps/parse-request.ts';
import { cookieIn } from './cookie.ts';
import { countSubmission } from './count-submission.ts';
import { openPage } from './open-page.ts';
import { parseForm } from './parse-form.ts';
import { refuseForeignForm } from './refuse-foreign-form.ts';
import { renderFailure, renderPage } from './render-page.ts';
import { rulesOf } from './rules-of.ts';

const steps = [checkOrigin, checkShape, refuseForeignForm, openPage, countSubmission, parseForm, parseRequest];

/** The middleware stack around pages. */
export const pageStack: Stack = { stepsOf: () => steps, callOf, render: renderPage, renderFailure };

function callOf(state: RequestState, { endpoint, runtime }: StepContext): PageCall {
  const { parameters, query, body, requestId, execution, organization, page, sourceAddress } = state;
  if (!organization) throw new Error(`${endpoint.operation} was not opened`);
  const cookie = cookieIn(state, rulesOf(endpoint).cookie, runtime);
  const request = { parameters, query, body, requestId, runtime, execution };
  const acceptLanguage = header(state, 'accept-language');
  const source = { sourceAddress, sourceNetwork: networkOf(sourceAddress) };
  return {
    ...request,
    ...source,
    organization,
    resource: page?.resource,
    cookie,
    acceptLanguage,
    isCheck: state.method === 'HEAD',
  };
}
