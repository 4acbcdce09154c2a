import { join } from 'node:path';
import { startStack } from '../../../local/stack.ts';
import { createCommands } from '../../../scripts/support/commands.ts';
import { prove } from '../../../scripts/support/prove.ts';
import { installPython } from '../../../scripts/support/python.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { say } from '../../../scripts/support/say.ts';
import { parseOptions, usage } from './options.ts';
import { runSchemathesis, versions } from './schemathesis.ts';

/** High, because one key sends every call. */
const rateLimit = 1_000_000;
/** Time for the installation, the start, the last calls and the report. */
const overheadMs = 180_000;

const options = readCommandLine(usage, parseOptions);

/**
 * Runs Schemathesis on the OpenAPI document that the one-machine stack serves: no answer may be a server error or
 * undocumented, and no call may be accepted without a valid signature.
 */
await prove({
  deadlineMs: options.minutes * 60_000 + overheadMs,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const python = await installPython(commands, versions);
    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({
      host: '127.0.0.1',
      port: 0,
      dataDirectory,
      rateLimit,
      quiet: true,
      terminal: say,
    });
    cleanup.add(stack.stop);
    say(`the stack is ready at ${stack.baseUrl}; seed ${options.seed}`);
    await runSchemathesis(commands, python, stack.files.quickstart, options);
    return 'Every answer was as documented, and every forged call was refused.';
  },
});
