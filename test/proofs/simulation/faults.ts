interface Fault {
  /** What happens, in plain words. */
  readonly sentence: string;
  /** About how often a run could be struck: where in it the fault falls is drawn below this. */
  readonly opportunities: number;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
}

/**
 * What the world does to the service. To add one: a line here, and `faults.strikes('name', where)` at the place
 * where it happens.
 */
export const faultKinds = {
  callFails: { sentence: 'a call to the table fails before it took effect', opportunities: 760, weight: 3 },
  answerLost: { sentence: 'a write takes effect, but its answer is lost', opportunities: 240, weight: 2 },
  writeRepeated: { sentence: 'the SDK repeats a write whose answer was lost', opportunities: 240, weight: 2 },
  arrivesLate: {
    sentence: 'a write takes effect long after its sender has given it up',
    opportunities: 340,
    weight: 3,
  },
  commitAnswerLost: { sentence: 'a transaction takes effect, but its answer is lost', opportunities: 45, weight: 4 },
  commitRepeated: { sentence: 'the SDK repeats a transaction whose answer was lost', opportunities: 45, weight: 5 },
  commitLingers: {
    sentence: 'a transaction shows its items one by one for a long time',
    opportunities: 45,
    weight: 10,
  },
  transactionConflict: { sentence: 'a write is refused as TransactionConflict', opportunities: 340, weight: 3 },
  throttled: { sentence: 'a call to the table is throttled', opportunities: 760, weight: 2 },
  indexLags: { sentence: 'the index lags behind', opportunities: 90, weight: 1 },
  dies: { sentence: 'the process dies and is never resumed', opportunities: 1800, weight: 5 },
  clockOff: { sentence: 'the clock of a process is off by seconds', opportunities: 160, weight: 2 },
  clockFarOff: { sentence: 'the clock of a process is off by up to forty seconds', opportunities: 160, weight: 3 },
  requestLost: { sentence: 'a request never arrives', opportunities: 56, weight: 1 },
  responseLost: { sentence: 'an answer never reaches its caller', opportunities: 50, weight: 2 },
  callerImpatient: { sentence: 'the caller stops waiting', opportunities: 56, weight: 2 },
  hintFails: { sentence: 'a hint cannot be sent', opportunities: 55, weight: 1 },
  hintAnswerLost: { sentence: 'a hint is sent, but its answer is lost', opportunities: 55, weight: 1 },
  messageTwice: { sentence: 'a message comes twice', opportunities: 65, weight: 2 },
  messageLost: { sentence: 'a message never comes', opportunities: 65, weight: 2 },
  recordTwice: { sentence: 'a stream record comes twice', opportunities: 75, weight: 1 },
  recordLost: { sentence: 'a stream record never comes', opportunities: 75, weight: 2 },
  recordLate: { sentence: 'a stream record comes behind later ones', opportunities: 75, weight: 1 },
  railFails: { sentence: 'a call to the rail fails before it took effect', opportunities: 10, weight: 2 },
  deliveryFails: { sentence: 'a receiver answers 500', opportunities: 16, weight: 4 },
  deliveryTimesOut: { sentence: 'a receiver does not answer', opportunities: 16, weight: 1 },
  deliveryAnswerLost: { sentence: 'a receiver has the event, but its answer is lost', opportunities: 16, weight: 3 },
  priceFails: { sentence: 'the rail names no price', opportunities: 60, weight: 1 },
  railSilent: { sentence: 'the rail does as told, but its answer is lost', opportunities: 10, weight: 3 },
  railUnforeseen: { sentence: 'the rail answers what nobody has foreseen', opportunities: 10, weight: 2 },
  cardFails: { sentence: 'a call to the card processor fails before it took effect', opportunities: 8, weight: 2 },
  cardSilent: { sentence: 'the card processor does as told, but its answer is lost', opportunities: 8, weight: 3 },
  cardUnclear: { sentence: 'the card processor gives an answer that says nothing', opportunities: 8, weight: 2 },
  cardLate: { sentence: 'a card is charged long after the caller has given the call up', opportunities: 8, weight: 2 },
  acquirerFails: { sentence: 'a call to the acquirer fails before it took effect', opportunities: 24, weight: 3 },
  acquirerSilent: { sentence: 'the acquirer does as told, but its answer is lost', opportunities: 24, weight: 4 },
  acquirerUnclear: { sentence: 'the acquirer gives an answer that says nothing', opportunities: 8, weight: 1 },
  acquirerLate: { sentence: 'a call reaches the acquirer long after it was given up', opportunities: 12, weight: 3 },
  acquirerTwice: { sentence: 'a call reaches the acquirer twice', opportunities: 12, weight: 2 },
  acquirerUnforeseen: { sentence: 'the acquirer answers what nobody has foreseen', opportunities: 24, weight: 2 },
  acquirerStale: { sentence: 'the acquirer shows a charge as it was before', opportunities: 12, weight: 3 },
  chainFails: { sentence: 'a node of the chain does not answer', opportunities: 12, weight: 2 },
  chainBehind: { sentence: 'a node of the chain is some blocks behind', opportunities: 12, weight: 3 },
  railContradicts: { sentence: 'the rail takes back what it has said', opportunities: 2, weight: 1 },
} as const satisfies Record<string, Fault>;

export type FaultKind = keyof typeof faultKinds;
