import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { skeletonOf } from './new-provider/skeleton.ts';
import { readCommandLine } from './support/read-command-line.ts';

const usage = `Writes the skeleton of a provider with a payout rail, and its contract test. See CONTRIBUTING.md, Add a provider.

  npm run new:provider -- NAME   lower-case letters and digits, such as acme; permanent, because payouts are stored with it
  --help                         show this

It does not change existing files. No stage uses the provider until it is in the list of providers.
`;

const root = join(import.meta.dirname, '..');

const name = readCommandLine(usage, (words) => {
  const [word = '', ...more] = words;
  const option = words.find((one) => one.startsWith('-'));
  if (option) throw new Error(`Unknown option: ${option}.`);
  if (word === '' || more.length > 0) throw new Error('Give the name of one provider.');
  if (!/^[a-z][a-z0-9]{1,30}$/.test(word)) {
    throw new Error(`${word} is not a valid name: use 2 to 31 lower-case letters and digits, starting with a letter.`);
  }
  // Reserved words, and folders of shared/providers that are not providers.
  if (/^(new|class|default|delete|export|import|package|records|return|switch|void)$/.test(word)) {
    throw new Error(`${word} is already taken.`);
  }
  const taken = [`shared/providers/${word}`, `test/provider-contract/${word}.test.ts`].find((path) =>
    existsSync(join(root, path)),
  );
  if (taken) throw new Error(`${taken} already exists.`);
  return word;
});

for (const [path, text] of Object.entries(skeletonOf(name))) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { flag: 'wx' });
  console.log(path);
}
console.log(`
Now write api.ts, play test/provider-contract/${name}.test.ts against what the bank documents, and then add the provider to
shared/providers/providers.ts:

  import { ${name} } from './${name}/provider.ts';
`);
