import { globSync } from 'node:fs';
import { join } from 'node:path';
import { writeSamFiles } from './sam/write-files.ts';
import { createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';
import { installPython } from './support/python.ts';
import { say } from './support/say.ts';

/** Pinned, because their checks change from release to release. */
const versions = { 'aws-sam-cli': '1.170.0', 'cfn-lint': '1.58.0' };

/** Rules that are switched off, with the reason. */
const ignored = {
  W3005: 'CDK adds a DependsOn to each function for its role and its policy, the role of which GetAtt names already.',
};

/** Checks the output of `cdk synth`, and the template for SAM. AWS is not contacted. */
await prove({
  deadlineMs: 420_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const synthesized = globSync(join(import.meta.dirname, '../cdk.out/*.template.json'));
    if (synthesized.length === 0) throw new Error('There are no templates. Run `npm run synth` first.');
    await writeSamFiles({ directory: commands.directory, dataDirectory: commands.directory, secretsPort: 0 });
    const sam = join(commands.directory, 'template.json');
    const python = await installPython(commands, versions);
    const offline = { AWS_DEFAULT_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true', SAM_CLI_TELEMETRY: '0' };
    const lint = [python.program('cfn-lint'), '--ignore-checks', ...Object.keys(ignored), '--template'];
    await commands.run([...lint, ...synthesized, sam], offline);
    say(`cfn-lint: ${synthesized.length} templates of stacks and the one for SAM`);
    await commands.run([python.program('sam'), 'validate', '--lint', '--template-file', sam], offline);
    return `CloudFormation and SAM accept the templates; rules switched off: ${Object.keys(ignored).join(', ')}.`;
  },
});
