import * as z from 'zod';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { faultsOf, zodFaultOptions } from '../../contract/faults/faults.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import { inexactNumbers } from '../json-keys.ts';
import { encodingAdvice, encodingFaults } from '../query-faults.ts';
import { repeatedNames } from '../repeated-names.ts';
import type { Step } from '../step.ts';

const noQuery = z.strictObject({});

/**
 * Parses query and body with the schemas that also document them (specification, Errors, VALIDATION_ERROR). A free-form
 * value must be stored exactly, so a number that would be changed is refused.
 */
export const parseRequest: Step = (state, { endpoint }) => {
  const { rawPath: path, rawQueryString } = state.event;
  endpoint.refuseEarly?.(state.json, { method: state.method, path, query: rawQueryString });
  const unread = endpoint.page ? [] : encodingFaults(rawQueryString);
  if (unread.length > 0) throw validationError(unread, encodingAdvice);
  const query = parametersFor(endpoint, rawQueryString);
  const repeated = repeatedNames(query, 'repeated_parameter');
  if (repeated.length > 0) throw validationError(repeated);
  state.query = parsed(endpoint.query ?? noQuery, Object.fromEntries(query));
  if (!endpoint.body) return;
  state.body = parsed(endpoint.body, endpoint.page ? state.form : state.json);
  const inexact = endpoint.page ? [] : inexactNumbers(state.rawBody.toString());
  if (inexact.length > 0) throw validationError(inexact);
};

/**
 * Returns the query parameters to parse. Mail programs and social networks append their own parameters to links, and
 * forms repeat existing ones. A page must still open, so it reads only declared parameters, and the first value of
 * each.
 */
function parametersFor({ page, query }: AnyEndpoint, rawQuery: string): URLSearchParams {
  const all = new URLSearchParams(rawQuery);
  if (!page) return all;
  const declared = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
  return new URLSearchParams(declared.flatMap((name) => (all.has(name) ? [[name, all.get(name) ?? '']] : [])));
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, zodFaultOptions);
  if (result.success) return result.data;
  const faults = faultsOf(result.error);
  const isWholeWrong = faults.some(({ path, code }) => path === '' && code === 'invalid_type');
  throw validationError(faults, isWholeWrong ? 'Send one JSON object as the body.' : undefined);
}
