import * as z from 'zod';
import { faultsOf, maxFaults, pathOf, zodFaultOptions } from '../../contract/faults.ts';
import { type FieldFault, validationError } from '../../ground/errors/service-error.ts';
import type { Step } from '../step.ts';

const noQuery = z.strictObject({});

/** Parses query and body with the schemas that also document them (specification, Errors, VALIDATION_ERROR). */
export const parseRequest: Step = (state, { endpoint }) => {
  endpoint.refuseEarly?.(state.json);
  const repeated = repeatedParameters(state.event.rawQueryString);
  if (repeated.length > 0) throw validationError(repeated);
  state.query = parsed(endpoint.query ?? noQuery, queryOf(state.event.rawQueryString));
  if (endpoint.body) state.body = parsed(endpoint.body, state.json);
};

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, zodFaultOptions);
  if (result.success) return result.data;
  throw validationError(faultsOf(result.error));
}

function queryOf(rawQuery: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(rawQuery));
}

function repeatedParameters(rawQuery: string): FieldFault[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of new URLSearchParams(rawQuery).keys()) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated]
    .slice(0, maxFaults)
    .map((path) => ({ path: pathOf([path]), message: 'is given more than once', code: 'repeated_parameter' }));
}
