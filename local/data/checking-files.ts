import type { AnyOperation } from '../../shared/contract/operation.ts';
import type { Database } from './database.ts';

/** The operation `check`, extended to check the database's own files once for each organization, before its books. */
export function checkingFiles(operations: readonly AnyOperation[], database: Database): AnyOperation[] {
  return operations.map((operation) => (operation.name === 'check' ? withFiles(operation, database) : operation));
}

function withFiles(check: AnyOperation, database: Database): AnyOperation {
  return {
    ...check,
    async handle(call) {
      const { input } = call as { readonly input: { readonly progress?: unknown } };
      const damage = input.progress === undefined ? database.check() : [];
      const answer = (await check.handle(call)) as { readonly findings: readonly string[] };
      return { ...answer, findings: [...damage, ...answer.findings] };
    },
  };
}
