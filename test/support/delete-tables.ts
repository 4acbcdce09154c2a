import { afterAll } from 'vitest';
import { deleteTestTables } from './dynamodb.ts';

// For each file: some make their table once for all of their tests.
afterAll(deleteTestTables);
