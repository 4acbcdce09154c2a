// Prints what a recipient needs to be paid a currency in a country: npx node examples/recipients/fields.ts BR BRL
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const [country = 'BR', currency = 'BRL'] = process.argv.slice(2);
const { recipientFields } = await sluice.findCorridor({ country, currency });

for (const { name, label, required, example } of recipientFields) {
  console.log(`${name} (${label}, ${required ? 'required' : 'optional'}): ${example}`);
}
