import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';

/** A bundled function in a process of its own, as Lambda runs it. */
export interface FunctionProcess {
  /** @returns what the handler answered */
  invoke(event: APIGatewayProxyEventV2 | SQSEvent): Promise<{ readonly statusCode?: number; readonly body?: string }>;
  /** The most memory that the process has had at any time so far, MB. */
  readonly peakMb: number;
  end(): void;
}

/** Of old objects, as Lambda's runtime limits Node in a function of 1,024 MB. */
const heapMb = 922;
/** Plain JavaScript, because what strips types from TypeScript takes memory of its own. */
const script = `const { handler } = await import(process.argv[2]);
process.on('disconnect', () => process.exit());
process.on('message', async (event) => {
  const endsAt = performance.now() + 20_000;
  const invocation = { getRemainingTimeInMillis: () => endsAt - performance.now() };
  const answer = await handler(event, invocation).catch((error) => ({ statusCode: 500, body: String(error) }));
  process.send({ answer, peakMb: process.resourceUsage().maxRSS / 1024 });
});
`;

/** @param bundle path of the module, whose folder the process's script is written to */
export async function startFunction(
  bundle: string,
  environment: Readonly<Record<string, string>>,
): Promise<FunctionProcess> {
  const path = join(bundle, '..', 'process.mjs');
  await writeFile(path, script);
  const child = fork(path, [bundle], {
    env: environment,
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let peakMb = 0;
  return {
    async invoke(event) {
      const ended = new AbortController();
      const { signal } = ended;
      const exit = once(child, 'exit', { signal }).then(() => {
        throw new Error(`the process of ${bundle} ended`);
      });
      child.send(event);
      const [message] = await Promise.race([once(child, 'message', { signal }), exit]).finally(() => ended.abort());
      peakMb = message.peakMb;
      return message.answer ?? {};
    },
    get peakMb() {
      return Math.round(peakMb);
    },
    end: () => child.disconnect(),
  };
}
