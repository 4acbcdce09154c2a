import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { BaseError } from 'viem';
import { sendTestDollars } from '../local/chain/faucet.ts';
import { readIfThere } from '../local/data/files.ts';
import { defaultDataDirectory, nameStack } from '../local/data/name-stack.ts';
import type { LiveQuickstart } from '../local/data/quickstart.ts';
import { createKey, readKey } from '../shared/providers/evm/signer/key-file.ts';
import { deployFactory, type FactoryPlan } from './chain/deploy-factory.ts';
import type { DeploymentPlan } from './chain/deploy-first.ts';
import { deployVault } from './chain/deploy-vault.ts';
import { type DeployOptions, type FaucetOptions, readOptions, type VaultOptions } from './chain/options.ts';
import { readCommandLine } from './support/read-command-line.ts';

const usage = `Deploys the contracts of Sluice on a chain. See docs/chain.md.

  npm run chain -- new-key FILE
  npm run chain -- deploy --node URL --key-file FILE --treasury ADDRESS --second-treasury ADDRESS [--yes]
  npm run chain -- deploy-vault --node URL --key-file FILE --owner ADDRESS --signer ADDRESS [--yes]
  npm run chain -- faucet ADDRESS AMOUNT [--data DIR]

  --node URL                 a node of the chain; http only on this machine
  --key-file FILE            the deployer's private key; it must not have sent anything on this chain
  --treasury ADDRESS         where all deposits go, permanently
  --second-treasury ADDRESS  where they go if the first one cannot accept them
  --owner ADDRESS            sets the vault's limits and signer, pauses it and withdraws
  --signer ADDRESS           the account whose key pays from the vault
  --yes                      do not ask for confirmation
  --data DIR                 data directory of the stack started with npm start -- --chain (${defaultDataDirectory})
  --help                     show this

deploy deploys the contract that gives payouts their deposit addresses, deploy-vault the one that pays wallets. If a
command is interrupted, run it again: it continues and deploys nothing twice. The faucet sends test dollars on a
development chain, which are worth nothing.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const options = readCommandLine(usage, readOptions);
try {
  if (options.command === 'new-key') showKey(options.keyFile);
  else if (options.command === 'faucet') await openFaucet(options);
  else if (options.command === 'deploy-vault') await deployAVault(options);
  else await deploy(options);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

function showKey(file: string): void {
  say(`address  ${createKey(file).address}`);
  say(`key      ${file}`);
  say('Send it a small amount of the coin of each chain. Use the key for nothing else, and keep it permanently.');
}

async function openFaucet({ to, amount, dataDirectory }: FaucetOptions): Promise<void> {
  const text = readIfThere(join(dataDirectory, 'live.json'));
  if (text === undefined)
    throw new Error(nameStack('No stack with a development chain runs here: npm start -- --chain URL', dataDirectory));
  const { chain } = JSON.parse(text) as LiveQuickstart;
  say(`sent ${amount} test USDC in ${await sendTestDollars(chain, to, amount)}`);
}

async function deploy({ node, keyFile, treasuries, yes }: DeployOptions): Promise<void> {
  const confirm = yes ? async () => true : askForFactory;
  const factory = await deployFactory({ node, deployer: readKey(keyFile), treasuries, confirm, say });
  if (!factory) return sayNothingSent();
  say(factory.isNew ? 'Deployed.' : 'It was already deployed.');
  say(`chain           ${factory.chainId}`);
  say(`factory         ${factory.address}`);
  say(`implementation  ${factory.implementation}`);
}

async function deployAVault({ node, keyFile, owner, signer, yes }: VaultOptions): Promise<void> {
  const confirm = yes ? async () => true : (plan: DeploymentPlan) => askForVault(plan, { owner, signer });
  const vault = await deployVault({ node, deployer: readKey(keyFile), owner, signer, confirm, say });
  if (!vault) return sayNothingSent();
  say(vault.isNew ? 'Deployed.' : 'It was already deployed.');
  say(`chain  ${vault.chainId}`);
  say(`vault  ${vault.address}`);
  say('It pays nothing until its owner has called setLimit for a token.');
}

function sayNothingSent(): void {
  say('Nothing was sent.');
  process.exitCode = 1;
}

async function askForFactory({ chainId, deployer, contract, treasuries, cost }: FactoryPlan): Promise<boolean> {
  say(`chain            ${chainId}`);
  say(`deployer         ${deployer}`);
  say(`factory          ${contract}`);
  for (const [index, { address, hasCode }] of treasuries.entries()) {
    const kind = hasCode ? 'a contract on this chain' : 'no contract on this chain: its key must be yours';
    say(`${index === 0 ? 'treasury         ' : 'second treasury  '}${address} (${kind})`);
  }
  say(`cost             up to ${cost} of the chain's coin`);
  return ask(`Nobody can change this later. To deploy, type the chain (${chainId}): `, chainId);
}

async function askForVault(
  { chainId, deployer, contract, cost }: DeploymentPlan,
  { owner, signer }: Pick<VaultOptions, 'owner' | 'signer'>,
): Promise<boolean> {
  say(`chain     ${chainId}`);
  say(`deployer  ${deployer}`);
  say(`vault     ${contract}`);
  say(`owner     ${owner}`);
  say(`signer    ${signer}`);
  say(`cost      up to ${cost} of the chain's coin`);
  return ask(
    `Only the owner can change its signer and limits later. To deploy, type the chain (${chainId}): `,
    chainId,
  );
}

async function ask(question: string, chainId: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const abandoned = new AbortController();
  terminal.once('close', () => abandoned.abort());
  try {
    const answer = await terminal.question(question, { signal: abandoned.signal });
    return answer.trim() === `${chainId}`;
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

/** The library's errors may contain the whole URL of the node, and with it a key. */
function sentenceOf(error: unknown): string {
  if (error instanceof BaseError) return `The node did not do it: ${error.shortMessage}`;
  return error instanceof Error ? error.message : String(error);
}
