import * as z from 'zod';
import { faultsOf, maxFaults, pathOf, zodFaultOptions } from '../../contract/faults.ts';
import { type FieldFault, validationError } from '../../ground/errors/service-error.ts';
import { repeatedKeys } from '../repeated-keys.ts';
import type { Step } from '../step.ts';

const noQuery = z.strictObject({});

/** Parses query and body with the schemas that also document them (specification, Errors, VALIDATION_ERROR). */
export const parseRequest: Step = (exchange, { endpoint }) => {
  const json = endpoint.body && jsonOf(endpoint.body, exchange.rawBody);
  endpoint.refuseEarly?.(json);
  const repeated = repeatedParameters(exchange.event.rawQueryString);
  if (repeated.length > 0) throw validationError(repeated);
  exchange.query = parsed(endpoint.query ?? noQuery, queryOf(exchange.event.rawQueryString));
  if (endpoint.body) exchange.body = parsed(endpoint.body, json);
};

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, zodFaultOptions);
  if (result.success) return result.data;
  throw validationError(faultsOf(result.error));
}

/** No bytes are no body, where one may be left out. */
function jsonOf(schema: z.ZodType, rawBody: Buffer): unknown {
  return rawBody.length === 0 && schema.safeParse(undefined).success ? undefined : parseJson(rawBody);
}

/** As RFC 8259 has it: UTF-8 without a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseJson(rawBody: Buffer): unknown {
  let text: string;
  let json: unknown;
  try {
    text = utf8.decode(rawBody);
    json = JSON.parse(text);
  } catch {
    throw validationError([{ path: '', message: 'the body is not valid JSON', code: 'invalid_json' }]);
  }
  const repeated = repeatedKeys(text);
  if (repeated.length > 0) throw validationError(repeated);
  return json;
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
