import type { OutboxEvent, OutboxParts } from './outbox-parts.ts';
import { type Failure, outcomeOf, type Pause } from './outcome.ts';
import {
  acknowledge,
  applyTyped,
  type Change,
  dropField,
  dropRefused,
  isEmptyRecord,
  keepMine,
  type PageChange,
  type PendingRecord,
  type Refused,
  recordAt,
  reopenRequest,
  startRequest,
  type Target,
  type Typed,
  type TypedChange,
  typedValues,
} from './pending-record.ts';
import { RetryTimer } from './retry-timer.ts';
import { idleState, newEntry, type RecordEntry, type RecordState, statusOf } from './save-status.ts';
import { type ReadDraft, TypingDraft } from './typing-draft.ts';

const noRefused = {};

/**
 * Typed values that the server has not acknowledged (rule 10). A value is stored on the device and then sent: one request a
 * record at a time, in the order of typing; values typed meanwhile go into the next request. A request is stored with its
 * idempotency key before it is sent, and any open tab retries it unchanged until it is answered: every value is applied exactly
 * once. Refused texts, which are not values of their fields, are stored too, and never sent (rule 40).
 */
export class Outbox {
  readonly user: string;
  /** Resolves when the records of earlier pages are loaded. */
  readonly ready: Promise<void>;
  #parts: OutboxParts;
  #typing: TypingDraft;
  #entries = new Map<string, RecordEntry>();
  #unstored = new Set<PageChange>();
  #savedByOtherTabs = new Map<string, Change['fields']>();
  #listeners = new Set<() => void>();
  #eventListeners = new Set<(event: OutboxEvent) => void>();
  #version = 0;
  #isPaused = false;
  #retries = new RetryTimer(() => void this.wake());

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#typing = new TypingDraft(parts);
    this.user = parts.user;
    this.ready = this.#begin(parts.unstoredChanges);
    void this.ready.then(() => this.#drainAll());
  }

  /** Calls back after every change of any record. Returns the function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  onEvent(listener: (event: OutboxEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  }

  /** Grows with every change. */
  version = (): number => this.#version;
  /** The server's last answer to a save of this record, if it came after `version`: newer than data loaded then. */
  answerSince<A>(id: string, version: number, isAnswer: (value: unknown) => value is A): A | undefined {
    const answer = this.#entries.get(id)?.answer;
    return answer && answer.version > version && isAnswer(answer.value) ? answer.value : undefined;
  }

  hasAnswerSince = (id: string, version: number): boolean => (this.#entries.get(id)?.answer?.version ?? 0) > version;

  state = (id: string): RecordState => this.#entries.get(id)?.state ?? idleState;

  /** Every record that has unacknowledged values. */
  states = (): RecordState[] =>
    [...this.#entries.values()].map(({ state }) => state).filter(({ waiting }) => waiting !== null);

  /** Why nothing is sent at present: the server asked for a pause. Null without one. */
  pausedBy = (): Pause['why'] | null => this.#retries.pause?.why ?? null;

  /** Count of unacknowledged fields, over all records. */
  unsaved = (): number =>
    this.states().reduce((sum, { waiting }) => sum + (waiting ? Object.keys(typedValues(waiting)).length : 0), 0);

  /** Refused texts of a record, by field. */
  refused = (id: string): Readonly<Record<string, Refused>> => this.state(id).waiting?.refused ?? noRefused;

  /**
   * Stores typed values of a record and sends them. Resolves when everything that could be sent of the record was. Refused texts
   * are stored only.
   */
  async enqueue(to: Target, typed: readonly Typed[]): Promise<void> {
    const place = this.#parts.place?.();
    const target = place === undefined ? to : { ...to, place };
    if (this.#typing.captures({ target, typed })) return;
    const values = typed.filter(({ refused }) => refused === undefined);
    const fields = new Set<string | null>(values.map(({ field }) => field));
    if (values.length > 0) this.#clearFailures(target.id, ({ field }) => field === null || fields.has(field));
    await this.#store({ target, typed }, { draft: this.#typing.leave() });
    await this.#drain(target.id);
  }

  /** Keeps a draft of the field that the user is typing into, for a crash of the browser. Null: the field was left unchanged. */
  typing = (read: ReadDraft | null): void => this.#typing.note(read);

  /** Runs `act` and returns what it passes to {@link enqueue}, which does nothing meanwhile. */
  capture = (act: () => void): TypedChange | null => this.#typing.capture(act);

  /** Changes that were enqueued and are not on the device yet. */
  unstoredChanges = (): PageChange[] => [...this.#unstored];

  /** Retries failed saves at the user's request; conflicts keep waiting for a choice. */
  async retry(): Promise<void> {
    for (const id of this.#entries.keys()) this.#clearFailures(id, ({ conflict }) => conflict === undefined);
    await this.#drainAll();
  }

  /** Reloads the stored records, where a closed tab may have left some, and sends. */
  async wake(): Promise<void> {
    if (!this.#retries.pause) this.#retries.stop();
    await this.#loadStored();
    await this.#drainAll();
  }

  /** Stores the changes that a closed page of the user could not store, and sends its records. */
  async storeForClosedPage(changes: readonly PageChange[]): Promise<void> {
    await this.#storeChanges(changes);
    await this.wake();
  }

  /** Resolves a conflict: the typed value replaces the stored one. */
  async keepMine(id: string, field: string): Promise<void> {
    const conflict = this.#failureOf(id, field)?.conflict;
    if (!conflict) return;
    this.#clearFailures(id, (failure) => failure.field === field);
    await this.#update(id, (waiting) => waiting && keepMine(waiting, { field, ...conflict }));
    await this.#drain(id);
  }

  /** Discards a refused text. */
  async discardRefused(id: string, field: string): Promise<void> {
    await this.#update(id, (waiting) => waiting && dropRefused(waiting, field));
  }

  /**
   * Discards a value that the server did not take: the field shows the other's value in a conflict, otherwise the value seen
   * before. With `field` null (the whole record was refused) all its values are discarded.
   */
  async discardValue(id: string, field: string | null): Promise<void> {
    const { conflict } = this.#failureOf(id, field) ?? {};
    const { fields = {}, was = {} } = this.state(id).waiting?.open ?? {};
    this.#clearFailures(id, (failure) => failure.field === field);
    for (const name of field === null ? Object.keys(fields) : [field]) {
      const value = conflict ? conflict.theirs : (was[name] ?? null);
      await this.#update(id, (waiting) => waiting && dropField(waiting, name), {
        event: { kind: 'replaced', id, field: name, value },
      });
    }
    await this.#drain(id);
  }

  /** Sends nothing until {@link resume}: the session ended. */
  pause(): void {
    this.#isPaused = true;
    this.#retries.stop();
    for (const id of this.#entries.keys()) this.#set(id, { isOffline: true });
  }

  async resume(): Promise<void> {
    this.#isPaused = false;
    await this.wake();
  }

  /** Deletes everything, on the device too: the user logged out. */
  async clear(): Promise<void> {
    this.pause();
    this.#entries.clear();
    this.#publish();
    await this.#parts.storage.clear(this.user);
  }

  async #begin(changes: readonly PageChange[]): Promise<void> {
    // Starts before the user can type: storage keeps the order.
    await this.#storeChanges(changes);
    for (const { page, take } of await this.#typing.draftsOfClosedPages()) {
      await this.#store(take, { draft: page, ifKept: true });
    }
    await this.#loadStored();
  }

  async #storeChanges(changes: readonly PageChange[]): Promise<void> {
    await Promise.all(changes.map((change) => this.#store(change, { draft: change.page })));
  }

  /** Stores a change and deletes the page's draft; with `ifKept` only while that draft exists, because another page may have stored it already. */
  async #store(
    take: TypedChange,
    { draft, ifKept = false }: { draft?: string | undefined; ifKept?: boolean } = {},
  ): Promise<void> {
    const { target, typed } = take;
    const unstored = { ...take, page: draft ?? this.#parts.page };
    this.#unstored.add(unstored);
    await this.#update(
      target.id,
      (waiting, hadDraft) => (hadDraft || !ifKept ? typed.reduce(applyTyped, recordAt(waiting, target)) : waiting),
      { draft },
    );
    this.#unstored.delete(unstored);
    this.#publish();
  }

  async #loadStored(): Promise<void> {
    for (const waiting of await this.#parts.storage.all(this.user)) {
      if (!this.#entries.get(waiting.id)?.writing) this.#set(waiting.id, { waiting });
    }
  }

  async #drainAll(): Promise<void> {
    await Promise.all(this.states().map(({ waiting }) => waiting && this.#drain(waiting.id)));
  }

  /** Sends the record's values, under a lock that excludes other tabs. */
  async #drain(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.needsDrain = true;
    if (entry.isDraining) return;
    entry.isDraining = true;
    try {
      while (entry.needsDrain && !this.#isPaused) {
        entry.needsDrain = false;
        await this.#parts.withLock(`formroom.outbox/${this.user}/${id}`, () => this.#sendAll(id));
      }
    } finally {
      entry.isDraining = false;
    }
  }

  async #sendAll(id: string): Promise<void> {
    while (!this.#isPaused && !this.#failureOf(id, null)) {
      if (this.#retries.pause) return void this.#set(id, { isOffline: true });
      const held = new Set(this.state(id).failures.flatMap(({ field }) => field ?? []));
      const key = this.#parts.newKey();
      const wasWaiting = this.state(id).waiting !== null;
      const waiting = await this.#update(id, (stored) => stored && startRequest(stored, { key, held }));
      // Another tab has sent this tab's values.
      if (!waiting && wasWaiting) this.#set(id, { isSaved: true });
      if (!waiting?.sent || this.#isPaused || !(await this.#send(waiting, waiting.sent))) return;
    }
  }

  /** @returns whether the record's next request may be sent */
  async #send(waiting: PendingRecord, sent: NonNullable<PendingRecord['sent']>): Promise<boolean> {
    const { id } = waiting;
    this.#set(id, { isOffline: false });
    try {
      const answer = await this.#parts.send(waiting, sent);
      this.#retries.reset();
      const entry = this.#set(id, { isSaved: true });
      entry.answer = { value: answer, version: ++this.#version };
      await this.#update(id, (stored) => stored && acknowledge(stored, sent.key), {
        event: { kind: 'saved', id, answer, fields: sent.fields },
      });
      return true;
    } catch (error) {
      const outcome = outcomeOf(error, Object.keys(sent.fields));
      if (outcome.kind === 'later' && !this.#isPaused) this.#retries.start(outcome.pause);
      if (outcome.kind === 'later' || outcome.kind === 'signed-out') {
        this.#set(id, { isOffline: true });
        return false;
      }
      if (outcome.kind === 'refused') {
        await this.#update(id, (stored) => stored && reopenRequest(stored, sent.key));
      }
      const failures = outcome.failures.map((failure) => this.#markOwnTab(id, failure));
      this.#set(id, { failures: [...this.state(id).failures, ...failures] });
      return outcome.kind === 'refused';
    }
  }

  /**
   * Changes a record in this tab at once and then in storage, which is authoritative: other tabs write there too. `event` is
   * emitted with this tab's change.
   */
  async #update(
    id: string,
    change: (stored: PendingRecord | undefined, hadDraft: boolean) => PendingRecord | undefined,
    { draft, event }: { draft?: string | undefined; event?: OutboxEvent } = {},
  ): Promise<PendingRecord | undefined> {
    const changed = (before: PendingRecord | undefined, hadDraft = false) => {
      const after = change(before, hadDraft);
      return after && !isEmptyRecord(after) ? after : undefined;
    };
    const entry = this.#set(id, { waiting: changed(this.state(id).waiting ?? undefined) ?? null }, event);
    entry.writing += 1;
    const stored = await this.#parts.storage.update({ user: this.user, id }, changed, draft);
    entry.writing -= 1;
    if (entry.writing === 0) this.#set(id, { waiting: stored ?? null });
    return stored;
  }

  /** Notes values that another tab of the same user saved: a conflict with one of them says so. */
  savedInOtherTab(id: string, fields: Change['fields']): void {
    this.#savedByOtherTabs.set(id, { ...this.#savedByOtherTabs.get(id), ...fields });
  }

  #markOwnTab(id: string, failure: Failure): Failure {
    const { field, conflict } = failure;
    const saved = field === null ? undefined : this.#savedByOtherTabs.get(id)?.[field];
    return conflict && saved === conflict.theirs ? { ...failure, conflict: { ...conflict, isOwnTab: true } } : failure;
  }

  #failureOf = (id: string, field: string | null): Failure | undefined =>
    this.state(id).failures.find((failure) => failure.field === field);

  #clearFailures(id: string, isForgiven: (failure: Failure) => boolean): void {
    const { failures } = this.state(id);
    if (failures.some(isForgiven)) this.#set(id, { failures: failures.filter((failure) => !isForgiven(failure)) });
  }

  /**
   * Emits `event` after the change and before subscribers are called: a screen then has both, and never shows the value before the
   * one that was just saved.
   */
  #set(
    id: string,
    change: Partial<Omit<RecordState, 'status'> & Pick<RecordEntry, 'isOffline' | 'isSaved'>>,
    event?: OutboxEvent,
  ): RecordEntry {
    const entry = this.#entries.get(id) ?? newEntry(this.#isPaused);
    this.#entries.set(id, entry);
    const { state } = entry;
    const {
      waiting = state.waiting,
      failures = state.failures,
      isOffline = entry.isOffline,
      isSaved = entry.isSaved,
    } = change;
    Object.assign(entry, { isOffline, isSaved });
    const status = statusOf({ waiting, failures, isOffline: isOffline, isSaved });
    const isSame = state.waiting === waiting && state.failures === failures && state.status === status;
    if (!isSame) entry.state = { status, waiting, failures };
    if (event) this.#emit(event);
    if (event || !isSame) this.#publish();
    return entry;
  }

  #publish(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #emit(event: OutboxEvent): void {
    for (const listener of [...this.#eventListeners]) listener(event);
  }
}
