import httpJsonBodyParser from '@middy/http-json-body-parser';
import { type FieldFault, validationError } from '../../ground/errors/service-error.ts';
import { mostLevels, nestsTooDeep, prototypeKeys, repeatedKeys } from '../json-keys.ts';
import type { Step } from '../step.ts';

/** Any content type will do: a body that is no JSON is refused for what it is. */
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/** As RFC 8259 has it: UTF-8 without a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const notJson: FieldFault = { path: '', message: 'the body is not valid JSON', code: 'invalid_json' };
const tooDeep: FieldFault = { ...notJson, message: `the body nests more than ${mostLevels} levels deep` };

/**
 * Parses the body where the endpoint takes one. The bytes stay as they came: signatures cover them. No bytes are no body, where
 * one may be left out.
 * @throws ServiceError VALIDATION_ERROR for what is no JSON or nests too deep, a key that an object has twice, or one that reaches a prototype
 */
export const parseJson: Step = (state, { endpoint: { body: schema } }) => {
  if (!schema || (state.rawBody.length === 0 && schema.safeParse(undefined).success)) return;
  const text = textOf(state.rawBody);
  if (nestsTooDeep(text)) throw validationError([tooDeep]);
  state.json = jsonOf(text);
  const repeated = repeatedKeys(text);
  if (repeated.length > 0) throw validationError(repeated);
};

function textOf(rawBody: Buffer): string {
  try {
    return utf8.decode(rawBody);
  } catch {
    throw validationError([notJson]);
  }
}

function jsonOf(text: string): unknown {
  const event = { body: text as unknown, headers: {}, isBase64Encoded: false };
  try {
    parser.before?.({ event } as never);
    return event.body;
  } catch (error) {
    const isForbiddenKey = (error as Error).message.startsWith('Forbidden key');
    throw validationError(isForbiddenKey ? prototypeKeys(text) : [notJson]);
  }
}
