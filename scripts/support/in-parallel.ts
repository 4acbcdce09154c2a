/** Like `Promise.all` over `map`, with a maximum number of concurrent calls. */
export async function inParallel<T, Result>(
  width: number,
  items: readonly T[],
  run: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  async function work(): Promise<void> {
    for (const [index, item] of queue) results[index] = await run(item, index);
  }
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
