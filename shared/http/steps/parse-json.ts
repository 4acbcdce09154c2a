import httpJsonBodyParser from '@middy/http-json-body-parser';
import { type FieldFault, validationError } from '../../ground/errors/service-error.ts';
import { faultOfJson } from '../advice/json-fault.ts';
import { maxNestingLevels, nestsTooDeep, prototypeKeys, repeatedKeys } from '../json-keys.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** Any content type is accepted, because a body that is not JSON is refused for its content. */
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/** RFC 8259 requires UTF-8 without a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const notJson: FieldFault = { path: '', message: 'the body is not valid JSON', code: 'invalid_json' };
const tooDeep: FieldFault = { ...notJson, message: `the body is nested more than ${maxNestingLevels} levels deep` };

/**
 * Parses the body if the endpoint accepts one. The raw bytes are kept, because signatures cover them. An empty body
 * counts as no body unless the endpoint requires one.
 * @throws ServiceError VALIDATION_ERROR for a body that is not JSON or is nested too deeply, for a key that occurs
 * twice in an object, and for a key that reaches a prototype
 */
export const parseJson: Step = (state, { endpoint: { body: schema } }) => {
  if (!schema || (state.rawBody.length === 0 && schema.safeParse(undefined).success)) return;
  const encoding = encodingOf(state);
  const text = textOf(state.rawBody, encoding);
  if (nestsTooDeep(text)) throw validationError([tooDeep]);
  state.json = jsonOf(text, encoding);
  const repeated = repeatedKeys(text);
  if (repeated.length > 0) throw validationError(repeated);
};

/**
 * Returns the compression of the body, as declared or as detected. A readable body is accepted whatever it declares.
 */
function encodingOf(state: RequestState): string | undefined {
  const encoding = header(state, 'content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') return encoding;
  return state.rawBody[0] === 0x1f && state.rawBody[1] === 0x8b ? 'gzip' : undefined;
}

function compressed(encoding: string) {
  const named = /^[\w-]{1,20}$/.test(encoding) ? ` (Content-Encoding: ${encoding})` : ' (Content-Encoding)';
  const fault = { ...notJson, message: `the body is compressed${named}, which no operation accepts` };
  return validationError([fault], 'Send the JSON uncompressed, without Content-Encoding.');
}

function textOf(rawBody: Buffer, encoding: string | undefined): string {
  try {
    return utf8.decode(rawBody);
  } catch {
    if (encoding) throw compressed(encoding);
    throw validationError([{ ...notJson, message: 'the body is not UTF-8' }], 'Send the JSON as UTF-8.');
  }
}

function jsonOf(text: string, encoding: string | undefined): unknown {
  const event = { body: text as unknown, headers: {}, isBase64Encoded: false };
  try {
    parser.before?.({ event } as never);
    return event.body;
  } catch (error) {
    const forbidden = isForbiddenKey(error as Error & { cause?: { data?: unknown } }) ? prototypeKeys(text) : [];
    if (forbidden.length > 0) throw validationError(forbidden);
    if (encoding) throw compressed(encoding);
    const fault = faultOfJson(text);
    throw validationError([{ ...notJson, ...(fault && { message: fault.message }) }], fault?.resolution);
  }
}

/** If the parser refuses a key, its error names the key. If the text is not JSON, its error contains the text. */
function isForbiddenKey({ cause }: { cause?: { data?: unknown } }): boolean {
  return cause?.data === '__proto__' || cause?.data === 'constructor';
}
