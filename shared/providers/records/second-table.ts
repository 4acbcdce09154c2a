import { createStore } from '../../ground/table/create-store.ts';
import { type Grant, type LambdaPlace, type Needs, required } from '../../ports/wiring/capability.ts';

/**
 * What a function needs for the second table, which stores what rails were sent and what the sandbox remembers. A
 * restore of the payments table does not change it.
 */
export function memoryNeeds(...actions: readonly string[]): Needs {
  const grants: Grant[] = [
    { actions, on: 'sandboxPayments' },
    { actions: keyActions, on: 'tableKey' },
  ];
  return { grants, environment: { SANDBOX_PAYMENTS_TABLE: 'sandboxPaymentsTable' } };
}

/** What DynamoDB does with the key of a table on behalf of a function. */
export const keyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** The second table, and the clock. */
export function secondTable(place: LambdaPlace) {
  const { store, clock } = place;
  const tableName = required(place, 'SANDBOX_PAYMENTS_TABLE');
  return { store: createStore({ client: store.client, tableName }), clock };
}
