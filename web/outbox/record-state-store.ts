import type { OutboxEvent } from './outbox-dependencies.ts';
import type { ValueFailure } from './save-failure.ts';
import {
  computeSaveStatus,
  createRecordEntry,
  idleRecordState,
  type RecordEntry,
  type RecordState,
} from './save-status.ts';

type StateChange = Partial<Omit<RecordState, 'status'> & Pick<RecordEntry, 'isOffline' | 'isSaved'>>;

/** This tab's states of all records, and their subscribers. */
export class RecordStateStore {
  /** Nothing is sent, because the session ended: new records start offline. */
  isPaused = false;
  #entries = new Map<string, RecordEntry>();
  #listeners = new Set<() => void>();
  #eventListeners = new Set<(event: OutboxEvent) => void>();
  #version = 0;

  /** Calls back after every change of any record. Returns the function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  onEvent = (listener: (event: OutboxEvent) => void): (() => void) => {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  };

  /** Grows with every change. */
  version = (): number => this.#version;

  /** The server's last answer to a save of this record, if it came after `version`: newer than data loaded then. */
  answerSince = <A>(id: string, version: number, isAnswer: (value: unknown) => value is A): A | undefined => {
    const answer = this.#entries.get(id)?.answer;
    return answer && answer.version > version && isAnswer(answer.value) ? answer.value : undefined;
  };

  hasAnswerSince = (id: string, version: number): boolean => (this.#entries.get(id)?.answer?.version ?? 0) > version;

  state = (id: string): RecordState => this.#entries.get(id)?.state ?? idleRecordState;

  /** Every record that has unacknowledged values. */
  states = (): RecordState[] =>
    [...this.#entries.values()].map(({ state }) => state).filter(({ waiting }) => waiting !== null);

  ids = (): IterableIterator<string> => this.#entries.keys();

  entry = (id: string): RecordEntry | undefined => this.#entries.get(id);

  clear(): void {
    this.#entries.clear();
  }

  setAnswer(entry: RecordEntry, value: unknown): void {
    entry.answer = { value, version: ++this.#version };
  }

  /**
   * Emits `event` after the change and before subscribers are called: a screen then has both, and never shows the value
   * before the one that was just saved.
   */
  set(id: string, change: StateChange, event?: OutboxEvent): RecordEntry {
    const entry = this.#entries.get(id) ?? createRecordEntry(this.isPaused);
    this.#entries.set(id, entry);
    const { state } = entry;
    const {
      waiting = state.waiting,
      failures = state.failures,
      isOffline = entry.isOffline,
      isSaved = entry.isSaved,
    } = change;
    Object.assign(entry, { isOffline, isSaved });
    const status = computeSaveStatus({ waiting, failures, isOffline, isSaved });
    const isSame = state.waiting === waiting && state.failures === failures && state.status === status;
    if (!isSame) entry.state = { status, waiting, failures };
    if (event) this.#emit(event);
    if (event || !isSame) this.publish();
    return entry;
  }

  failureOf = (id: string, field: string | null): ValueFailure | undefined =>
    this.state(id).failures.find((failure) => failure.field === field);

  clearFailures(id: string, isForgiven: (failure: ValueFailure) => boolean): void {
    const { failures } = this.state(id);
    if (failures.some(isForgiven)) this.set(id, { failures: failures.filter((failure) => !isForgiven(failure)) });
  }

  publish(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #emit(event: OutboxEvent): void {
    for (const listener of [...this.#eventListeners]) listener(event);
  }
}
