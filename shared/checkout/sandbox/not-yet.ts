/** What the sandbox's acquirer does not do yet. Nothing asks it to. */
export async function notYet(): Promise<never> {
  throw new Error('the sandbox has no card pages yet');
}
