import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { DueKind } from '../../../shared/ports/due-kinds.ts';
import type { Settings } from '../../settings.ts';
import type { Raised } from '../alarms.ts';
import type { DueQueue } from '../due-queue.ts';
import type { PaymentsTable } from '../payments-table.ts';

/** What the page shows. */
export interface Shown {
  readonly settings: Settings;
  readonly raised: readonly Raised[];
  readonly api: IHttpApi;
  /** Undefined if there is no CloudFront. */
  readonly webApi: IHttpApi | undefined;
  readonly table: PaymentsTable;
  readonly queues: ReadonlyMap<DueKind, DueQueue>;
  /** Undefined if there is no CloudFront. */
  readonly distribution: IDistribution | undefined;
}
