/** The last two digits of a total in minor units, which choose an outcome: `01` of 150.01 dollars, and of 15001 yen. */
export function outcomeDigits(total: string): string {
  return total.slice(-2).padStart(2, '0');
}
