import { validationError } from '../../ground/errors/service-error.ts';
import type { Corridor } from '../../ports/corridor.ts';
import { latinForm } from '../names/latin-form.ts';

/**
 * A payee's name in a form that the corridor's rail accepts: unchanged, or in plain Latin letters if its field supports
 * no others.
 * @throws ServiceError VALIDATION_ERROR for a name that the rail accepts in neither form
 */
export function railNameOf({ namePattern }: Corridor, name: string): string {
  const pattern = new RegExp(namePattern ?? '', 'u');
  const accepted = [name, latinForm(name)].find((written) => pattern.test(written));
  if (accepted !== undefined) return accepted;
  const message = 'is not a name that banks in this corridor accept: write it in plain Latin letters, or shorten it';
  throw validationError([{ path: 'name', message, code: 'unsupported_name' }]);
}
