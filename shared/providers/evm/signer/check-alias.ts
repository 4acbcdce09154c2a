import { KMSClient, ListAliasesCommand } from '@aws-sdk/client-kms';
import { type KeyUse, keyAliasPrefix } from '../../../connections/key-alias.ts';
import { boundClient } from '../../../ground/aws/bound-client.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';

/**
 * Refuses a KMS key that the signing functions may not use, or that others may use too. A function may use the keys
 * that have its own alias, so the aliases decide. A key has at most 50, which is one page.
 * @throws ConnectionRefused
 */
export async function checkAlias(keyArn: string, { stage, use }: { readonly stage: string; readonly use: KeyUse }) {
  const aliases = await aliasesOf(keyArn);
  const other = use === 'vault' ? 'signer' : 'vault';
  const shared = aliases.find((name) => name.startsWith(keyAliasPrefix(stage, other)));
  if (shared !== undefined)
    throw new ConnectionRefused(
      `the key of the signer has the alias ${shared}, which is for another use: take another key`,
    );
  const wanted = keyAliasPrefix(stage, use);
  if (!aliases.some((name) => name.startsWith(wanted)))
    throw new ConnectionRefused(
      `the key of the signer has no alias ${wanted}*, without which nothing may sign with it`,
    );
}

async function aliasesOf(keyArn: string): Promise<readonly string[]> {
  const client = boundClient(new KMSClient({ maxAttempts: 3 }));
  try {
    const { Aliases = [] } = await client.send(new ListAliasesCommand({ KeyId: keyArn }));
    return Aliases.flatMap(({ AliasName }) => AliasName ?? []);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConnectionRefused(`the aliases of the signer’s key cannot be read: ${error.name}`);
  }
}
