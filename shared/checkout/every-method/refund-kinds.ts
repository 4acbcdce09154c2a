import { refundKindOf } from '../refunds/refund-kind.ts';
import { refunds } from './refunds.ts';

/** How payments are refunded, by the kind of their method. Payments of other methods cannot be refunded. */
export const refundKinds = new Map(refunds.map((method) => [method.kind, refundKindOf(method)]));
