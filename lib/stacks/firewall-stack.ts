import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Firewall } from '../constructs/firewall.ts';
import type { Settings } from '../settings.ts';

/** The only region in which AWS keeps CloudFront's firewalls. */
export const firewallRegion = 'us-east-1';

/** The firewall in a stack of its own, so that the rest can be in any region. */
export class FirewallStack extends Stack {
  readonly firewallArn: string;

  constructor(scope: Construct, id: string, props: StackProps & { readonly settings: Settings }) {
    super(scope, id, { ...props, env: { ...props.env, region: firewallRegion } });
    const { acl } = new Firewall(this, 'Firewall', props);
    // From another region the ARN is read as an output of this stack. A strong reference would deploy a helper function
    // with wide permissions into both regions.
    if (props.settings.region !== firewallRegion) CrossStackReferences.of(acl).produce(ReferenceStrength.WEAK);
    this.firewallArn = acl.attrArn;
  }
}
