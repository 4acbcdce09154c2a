import { join } from 'node:path';
import { startStack } from '../local/stack.ts';
import { tryGoClient } from './foreign-clients/go-client.ts';
import { tryPythonClient } from './foreign-clients/python-client.ts';
import { createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';
import { say } from './support/say.ts';

const document = join(import.meta.dirname, '../docs/openapi.json');

/**
 * Generates clients in Python and Go from the description of the API by generators that others wrote, and calls the
 * one-machine stack with them. Nothing that is generated stays.
 */
await prove({
  deadlineMs: 420_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const target = {
      SLUICE_BASE_URL: stack.baseUrl,
      SLUICE_ORGANIZATION_ID: stack.organizationId,
      SLUICE_KEY_ID: stack.apiKeyId,
      SLUICE_KEY_FILE: stack.files.privateKey,
    };
    // One after the other: each compares the balance before and after its deposit.
    await tryPythonClient(commands, document, target);
    const skipped = await tryGoClient(commands, document, target);
    return skipped ?? 'Foreign generators make clients in Python and Go that work.';
  },
});
