/** What is stored of something, and for how long. */
export interface Stored {
  /** When everything that follows from it is over. */
  readonly gigabytes: number;
  /** Of one year and of seven: what has a time to live goes earlier. */
  readonly monthsOfOneYear: number;
  readonly monthsOfSevenYears: number;
}
