/** The form in which OFAC writes most addresses, with the ticker of a currency that the address can be used with. */
const named = /Digital Currency Address\s*-\s*\S+\s+([^\s;,.]+)/g;
/** An address of an EVM chain is recognized whatever precedes it. */
const evm = /0x[0-9a-f]{40}(?![0-9a-f])/gi;

/** The digital currency addresses in an entry's remarks, in lower case. */
export function addressesIn(remarks: string): ReadonlySet<string> {
  const found = [...remarks.matchAll(named)].map(([, address = '']) => address);
  return new Set([...found, ...(remarks.match(evm) ?? [])].map((address) => address.toLowerCase()));
}
