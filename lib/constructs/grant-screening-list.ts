import { Annotations, Stack } from 'aws-cdk-lib';
import { bucketPlace } from '../../shared/corridors/screening/list-location.ts';
import { listFileNames } from '../../shared/corridors/screening/list-source.ts';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** Lets a function read the two files of the stage's screening list and nothing else in their bucket. */
export function grantScreeningList(reader: ServiceFunction, { stage, screeningList }: Settings): void {
  const place = bucketPlace(screeningList ?? '');
  if (!screeningList || !place) {
    const warning = 'No recipient can be registered live: screeningList names no list.';
    if (stage === 'prod') Annotations.of(reader).addWarningV2('sluice:screeningList', warning);
    return;
  }
  const object = (name: string) =>
    Stack.of(reader).formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: place.bucket,
      resourceName: `${place.prefix}${name}`,
    });
  reader.allow(['s3:GetObject'], Object.values(listFileNames).map(object));
  reader.tell('SCREENING_LIST', screeningList);
}
