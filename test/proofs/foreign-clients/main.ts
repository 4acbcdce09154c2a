import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '../../../local/stack.ts';
import { createCommands } from '../../../scripts/support/commands.ts';
import { inParallel } from '../../../scripts/support/in-parallel.ts';
import { prove } from '../../../scripts/support/prove.ts';
import { installPython } from '../../../scripts/support/python.ts';
import { say } from '../../../scripts/support/say.ts';
import { tryGoClient } from './go-client.ts';
import { tryJavaClient } from './java-client.ts';
import { pythonPackages, tryPythonClients } from './python-clients.ts';
import { tryTypeScriptClients } from './typescript-clients.ts';
import { type Outcome, type Workshop, writeDescription30 } from './workshop.ts';

const description = join(import.meta.dirname, '../../../docs/openapi.json');

/** The longest comes first, so that it does not run alone at the end. */
const languages: readonly ((workshop: Workshop) => Promise<Outcome>)[] = [
  tryGoClient,
  tryJavaClient,
  tryPythonClients,
  tryTypeScriptClients,
];

/**
 * Makes six clients from the description of the API by generators that others wrote, each by its plain command, compiles them and
 * calls the one-machine stack with them. Nothing that is generated stays.
 */
await prove({
  deadlineMs: 420_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const dataDirectory = join(commands.directory, 'data');
    const python = installPython(commands, pythonPackages);
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const workshop = {
      commands,
      description,
      description30: writeDescription30(commands.directory, JSON.parse(readFileSync(description, 'utf8'))),
      python,
      target: {
        SLUICE_BASE_URL: stack.baseUrl,
        SLUICE_ORGANIZATION_ID: stack.organizationId,
        SLUICE_KEY_ID: stack.apiKeyId,
        SLUICE_KEY_FILE: stack.files.privateKey,
      },
    };
    const outcomes = await inParallel(2, languages, (tryLanguage) => tryLanguage(workshop));
    const played = outcomes.reduce((sum, outcome) => sum + ('played' in outcome ? outcome.played : 0), 0);
    for (const outcome of outcomes) if ('skipped' in outcome) say(`SKIPPED: ${outcome.skipped}`);
    return `${played} of 6 clients made by foreign generators compile, and sign a write and a read.`;
  },
});
