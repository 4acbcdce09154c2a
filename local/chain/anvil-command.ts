/** What anvil is started with, so that a block is final two seconds after it was made. By default 64 blocks have to follow. */
export const anvilArguments = ['--block-time', '1', '--slots-in-an-epoch', '1'] as const;

/** The command that starts a node where one was looked for. */
export function anvilCommand(url: string): string {
  const { port } = new URL(url);
  const elsewhere = port === '8545' ? '' : ` --port ${port || '80'}`;
  return `npx anvil ${anvilArguments.join(' ')}${elsewhere}`;
}
