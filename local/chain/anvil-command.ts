/** The options of anvil that make a block final two seconds after it was mined. By default, 64 blocks must follow. */
export const anvilArguments = ['--block-time', '1', '--slots-in-an-epoch', '1'] as const;

/** The command that starts a node at the address where none was found. */
export function anvilCommand(url: string): string {
  const { port } = new URL(url);
  const elsewhere = port === '8545' ? '' : ` --port ${port || '80'}`;
  return `npx anvil ${anvilArguments.join(' ')}${elsewhere}`;
}
