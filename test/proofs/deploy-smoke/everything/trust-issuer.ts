import {
  type FunctionConfiguration,
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { inParallel } from '../../../../scripts/support/in-parallel.ts';
import { say } from '../../../../scripts/support/say.ts';
import type { TlsIssuer } from '../../../../scripts/support/tls-issuer.ts';
import type { Cloud } from '../ministack.ts';

const updatesAtOnce = 8;

/**
 * Lets the deployed functions accept sessions of another issuer, because the emulator's user pool issues none that can be
 * verified. Their environment names the issuer and the authority that certifies it. The next deployment undoes this.
 */
export async function trustIssuer(cloud: Cloud, { issuer, clientId, caFile }: TlsIssuer): Promise<void> {
  const lambda = new LambdaClient(cloud);
  const taking = (await functionsOf(lambda)).filter(({ Environment }) => Environment?.Variables?.SESSION_ISSUER);
  if (taking.length === 0) throw new Error('no function of the stage takes sessions');
  await inParallel(updatesAtOnce, taking, async ({ FunctionName, Environment }) => {
    const told = { SESSION_ISSUER: issuer, SESSION_CLIENT_ID: clientId, NODE_EXTRA_CA_CERTS: caFile };
    const Variables = { ...Environment?.Variables, ...told };
    await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
  });
  say(`${taking.length} functions take sessions of the issuer of this proof`);
}

async function functionsOf(lambda: LambdaClient): Promise<FunctionConfiguration[]> {
  const found: FunctionConfiguration[] = [];
  for (let Marker: string | undefined; ; ) {
    const { Functions = [], NextMarker } = await lambda.send(new ListFunctionsCommand({ Marker }));
    found.push(...Functions);
    if (!NextMarker) return found;
    Marker = NextMarker;
  }
}
