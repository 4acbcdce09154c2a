import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { repeatedNames } from '../repeated-names.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';

const formType = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the fields of a form as texts. The page's schema then parses them as an object, like a JSON body.
 * @throws ServiceError BAD_REQUEST for another content type; VALIDATION_ERROR for a field that is sent twice, and for
 * an encoding that no browser produces
 */
export const parseForm: Step = (state, { endpoint }) => {
  if (!endpoint.body) return;
  const [type = ''] = (header(state, 'content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== formType) throw new ServiceError('BAD_REQUEST', `send the form as ${formType}`);
  const fields = new URLSearchParams(textOf(state.rawBody));
  const repeated = repeatedNames(fields, 'repeated_field');
  if (repeated.length > 0) throw validationError(repeated);
  state.form = Object.fromEntries(fields);
};

/** Refuses text that is not UTF-8, because URLSearchParams would misread it. */
function textOf(rawBody: Buffer): string {
  try {
    const text = utf8.decode(rawBody);
    decodeURIComponent(text);
    return text;
  } catch {
    throw validationError([{ path: '', message: 'the body is not a valid form', code: 'invalid_form' }]);
  }
}
