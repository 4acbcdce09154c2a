import { Annotations, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bucketPlace } from '../../../shared/providers/ofac/list-location.ts';
import { listFileNames } from '../../../shared/providers/ofac/list-source.ts';
import type { Settings } from '../../settings.ts';
import type { StageParts } from './grant-capabilities.ts';

/** The two files of the stage's screening list, and nothing else in their bucket. */
export function screeningListOf(scope: Construct, { stage, screeningList }: Settings): StageParts {
  const place = bucketPlace(screeningList ?? '');
  if (!screeningList || !place) {
    const warning = 'No recipient can be registered live: screeningList names no list.';
    if (stage === 'prod') Annotations.of(scope).addWarningV2('sluice:screeningList', warning);
    return { resources: {}, facts: {} };
  }
  const object = (name: string) =>
    Stack.of(scope).formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: place.bucket,
      resourceName: `${place.prefix}${name}`,
    });
  const arns = Object.values(listFileNames).map(object);
  return { resources: { screeningList: { arns } }, facts: { screeningList } };
}
