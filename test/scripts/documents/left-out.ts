/** Commands of the documents that the test of them does not run, each with the reason. Everything else is run. */
export const leftOut: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm (ci|install)\b/, 'installs packages: every run of CI begins with it'],
  [/^npm start$/, 'stays until it is stopped: the stack of this test is started so'],
  [/^npx anvil\b/, 'stays until it is stopped: test/local/chain starts it with the same options'],
  [/^npm start -- --chain\b/, 'needs a node: test/local/chain/development-chain.test.ts'],
  [/^npm run chain -- faucet\b/, 'needs a development chain: test/local/chain/development-chain.test.ts'],
  [/^npm test$/, 'would run the tests within a test'],
  [/^npx vitest\b/, 'would run tests within a test; this test checks that the project and the files exist'],
  [/^npm run check$/, 'types and lint of the whole project: the first step of npm test'],
  [/^npx biome check --write \.$/, 'changes files of the checkout'],
  [/^npm run build$/, 'bundles every function: test/lib/build-functions.test.ts'],
  [/^npm run demo\b/, 'takes longer than this test may: test/e2e/demo.test.ts plays both'],
  [
    /^npm run sluice -- batch submit\b/,
    'wants a file that has been filled in: client/cli/test and test/e2e/batches.test.ts',
  ],
  [/^npm run deploy:smoke\b/, 'plays a stage for minutes: without --stage it is a step of CI'],
  [
    /^sam local\b/,
    'wants a container runtime: test/scripts/sam.test.ts plays the same events through the same bundles',
  ],
];

export function whyLeftOut(command: string): string | undefined {
  return leftOut.find(([pattern]) => pattern.test(command))?.[1];
}
