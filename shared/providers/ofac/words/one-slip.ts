/** Whether the words differ in one letter that is missing, added or wrong, or in two letters that are swapped. */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [left, right] = [a.slice(start), b.slice(start)];
  if (left.length !== right.length) {
    return left.length > right.length ? left.slice(1) === right : right.slice(1) === left;
  }
  if (left.slice(1) === right.slice(1)) return true;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}
