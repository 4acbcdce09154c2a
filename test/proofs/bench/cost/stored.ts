/** What is stored of something, and for how long. */
export interface Stored {
  /** When everything that follows from it is over. */
  readonly gigabytes: number;
  /** Of one year and of seven: what has a time to live goes earlier. */
  readonly monthsOfOneYear: number;
  readonly monthsOfSevenYears: number;
}

/** What one of so many that were stored together takes. */
export function shareOf({ gigabytes, monthsOfOneYear, monthsOfSevenYears }: Stored, count: number): Stored {
  return {
    gigabytes: gigabytes / count,
    monthsOfOneYear: monthsOfOneYear / count,
    monthsOfSevenYears: monthsOfSevenYears / count,
  };
}
