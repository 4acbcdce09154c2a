import { type Address, isAddress, keccak256 } from 'viem';
import * as z from 'zod';
import type { ChainToken } from '../chains.ts';
import { decimalsData } from '../contract-calls.ts';
import type { NodeBlock } from '../node.ts';
import type { Witnesses } from '../witnesses.ts';

/** What the nodes report about a token's contract. */
const SeenToken = z.object({
  name: z.string(),
  contract: z.string().refine((text): text is Address => isAddress(text)),
  /** Hash of the token's code. */
  codeHash: z.string().optional(),
  /** Why it cannot be read as a token, as text. */
  fault: z.string().optional(),
});

export type SeenToken = z.output<typeof SeenToken>;

/** Amounts are counted with six decimal places, which every token has. */
const expectedDecimals = 6;

export async function seeToken(
  witnesses: Witnesses,
  { name, contract }: ChainToken,
  at: NodeBlock,
): Promise<SeenToken> {
  const code = await witnesses.code(contract, at);
  if (code === '0x') return { name, contract, fault: `there is no ${name} at ${contract}` };
  const seen = { name, contract, codeHash: keccak256(code) };
  const decimals = await witnesses.call(contract, decimalsData, at);
  if (decimals !== '0x' && BigInt(decimals) === BigInt(expectedDecimals)) return seen;
  return { ...seen, fault: `${name} at ${contract} does not have ${expectedDecimals} places` };
}

interface TokenChanges {
  readonly findings: readonly string[];
  readonly notes: readonly string[];
}

/**
 * How tokens differ from those in a connection's row. The list of tokens belongs to the release, so an added or removed
 * token is only logged.
 */
export function tokenChanges(kept: unknown, tokens: readonly SeenToken[]): TokenChanges {
  const before = new Map(
    z
      .array(SeenToken)
      .parse(kept ?? [])
      .map((token) => [token.contract, token]),
  );
  const now = new Set(tokens.map(({ contract }) => contract));
  const findings = tokens.flatMap(({ name, contract, codeHash, fault }) => {
    const known = before.get(contract)?.codeHash;
    if (fault !== undefined) return [fault];
    return known !== undefined && known !== codeHash ? [`${name} at ${contract} has other code than before`] : [];
  });
  const added = tokens.filter(({ contract }) => !before.has(contract));
  const leftOut = [...before.values()].filter(({ contract }) => !now.has(contract));
  return {
    findings,
    notes: [
      ...added.map(({ name, contract }) => `this release reads another token: ${name} at ${contract}`),
      ...leftOut.map(({ name, contract }) => `this release does not read ${name} at ${contract}`),
    ],
  };
}
