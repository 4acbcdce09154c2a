import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem';

/** What asks a token for the balance of an address. */
export function balanceData(holder: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}

/** What asks a token for its places. */
export const decimalsData: Hex = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' });
