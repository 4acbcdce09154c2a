import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem';

/** Call data that reads the balance of an address from a token. */
export function balanceData(holder: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}

/** Call data that reads a token's number of decimal places. */
export const decimalsData: Hex = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' });
