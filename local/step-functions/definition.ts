/** A state machine in Amazon States Language, as far as it must be known to be looked through. */
export interface Definition {
  StartAt: string;
  States: Record<string, State>;
  [field: string]: unknown;
}

/** One state of it. */
export interface State {
  Type: string;
  [field: string]: unknown;
}
