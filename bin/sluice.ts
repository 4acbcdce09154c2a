import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../functions/discover.ts';
import { composeStacks } from '../lib/compose-stacks.ts';
import { builtCode } from '../lib/function-code.ts';
import { readSettings, SettingsError } from '../lib/settings.ts';

const app = new App();
try {
  const settings = readSettings((key) => app.node.tryGetContext(key), process.env);
  const functions = {
    endpoints: await discoverEndpoints(),
    workers: await discoverWorkers(),
    operations: await discoverOperations(),
    sites: await discoverSites(),
    canary: await discoverCanary(),
  };
  composeStacks(app, settings, functions, builtCode);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}
