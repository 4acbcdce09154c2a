import type { StoreCall } from './intercept.ts';

export type Attributes = Readonly<Record<string, unknown>>;

interface Action {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}

/** The key of the item that a write or a read of one item names. */
export function keyOf({ Key, Item }: Action): Attributes {
  const { pk, sk } = Key ?? Item ?? {};
  return { pk, sk };
}

export function identity(key: Attributes): string {
  return `${String(key.pk)}\n${String(key.sk)}`;
}

/** What a transaction does, item by item: `Put`, `Update`, `Delete`, `ConditionCheck` or `Get`. */
export function actionsOf({ input }: StoreCall): { readonly type: string; readonly action: Action }[] {
  const items = (input.TransactItems ?? []) as Readonly<Record<string, Action>>[];
  return items.flatMap((item) => Object.entries(item).map(([type, action]) => ({ type, action })));
}
