/** Counts the checks and keeps the disagreements. */
export class Report {
  readonly #counts = new Map<string, number>();
  readonly #disagreements: string[] = [];

  check(what: string, agrees: boolean, detail: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    if (!agrees) this.#disagreements.push(`${what}: ${detail}`);
  }

  /** @returns the exit code. */
  print(): number {
    for (const [what, count] of this.#counts) console.log(`${count.toString().padStart(5)}  ${what}`);
    for (const disagreement of this.#disagreements) console.error(`DISAGREES  ${disagreement}`);
    const isEmpty = this.#counts.size === 0;
    console.log(isEmpty ? 'nothing was checked' : `${this.#disagreements.length} disagreements`);
    return isEmpty || this.#disagreements.length > 0 ? 1 : 0;
  }
}
