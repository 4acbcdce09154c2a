/** Whoever was asked is out as a whole, which says nothing of the work that asks: it waits until that ends. */
export class Outage extends Error {}
