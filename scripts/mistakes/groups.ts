import type { Group } from './mistake.ts';
import { credentials } from './rows/credentials.ts';
import { fields } from './rows/fields.ts';
import { idempotency } from './rows/idempotency.ts';
import { json } from './rows/json.ts';
import { queries } from './rows/queries.ts';
import { routes } from './rows/routes.ts';
import { signatures } from './rows/signatures.ts';
import { state } from './rows/state.ts';
import { webhooks } from './rows/webhooks.ts';

/** Typical mistakes, in the order in which an integration meets them. */
export const groups: readonly Group[] = [
  credentials,
  signatures,
  routes,
  json,
  fields,
  queries,
  idempotency,
  state,
  webhooks,
];
