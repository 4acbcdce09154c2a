import type { Credentials, TestSession } from '../support/service.ts';

/** Who calls. */
export interface Cast {
  readonly key: Credentials;
  readonly owner: TestSession;
  readonly admin: TestSession;
  readonly operator: TestSession;
}
