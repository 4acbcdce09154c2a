import { createStore } from '../../ground/table/create-store.ts';
import { type Grant, type LambdaPlace, type Needs, required } from '../capability.ts';

/** What a function needs that does something to the memory of the sandbox, a table that is not the payments table. */
export function memoryNeeds(...actions: readonly string[]): Needs {
  const grants: Grant[] = [
    { actions, on: 'sandboxPayments' },
    { actions: keyActions, on: 'tableKey' },
  ];
  return { grants, environment: { SANDBOX_PAYMENTS_TABLE: 'sandboxPaymentsTable' } };
}

/** What DynamoDB does with the key of a table in the name of a function. */
export const keyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

export function sandboxMemory(place: LambdaPlace) {
  const { store, clock } = place;
  const tableName = required(place, 'SANDBOX_PAYMENTS_TABLE');
  return { store: createStore({ client: store.client, tableName }), clock };
}
