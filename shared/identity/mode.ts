/** Whether real money moves. */
export type Mode = 'live' | 'sandbox';
