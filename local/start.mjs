// Plain JavaScript on purpose: an older Node cannot even load main.ts, and must still say what to do.
import module from 'node:module';

const REQUIRED_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < REQUIRED_NODE) {
  process.stderr.write(`Sluice needs Node ${REQUIRED_NODE} or later; this is ${process.version}.
On Linux and Windows \`npm ci\` brings one, which \`npm start\` uses: run both.
On macOS install Node ${REQUIRED_NODE}: \`brew install node@${REQUIRED_NODE}\`, or https://nodejs.org.
`);
  process.exit(1);
}

// Types are stripped and modules compiled once, not at every start.
module.enableCompileCache();
await import('./main.ts');
