import type { OutboxEvent, OutboxParts } from './outbox-parts.ts';
import { type Failure, outcomeOf, type Pause } from './outcome.ts';
import { type Entry, idle, newEntry, type RecordState, statusOf } from './record-state.ts';
import { RetryTimer } from './retry-timer.ts';
import { type ReadTyping, Typing } from './typing.ts';
import {
  acknowledge,
  type Change,
  drop,
  dropRefused,
  giveBack,
  isNothingWaiting,
  keepMine,
  type Left,
  type Refused,
  seal,
  type Take,
  type Target,
  type Typed,
  type,
  typedAt,
  typedValues,
  type Waiting,
} from './waiting.ts';

const noneRefused = {};

/**
 * Typed values that the server has not acknowledged (rule 10). A value goes into storage first and then to the server:
 * one request a record at a time, in the order of typing, what was typed meanwhile in the next one. A request is stored with
 * its idempotency key before it is sent, and repeated unchanged until it is answered, by whichever tab is open: so every
 * value arrives, and exactly once. Texts that are no value of their fields are stored with them, and never sent (rule 40).
 */
export class Outbox {
  readonly user: string;
  /** Resolves when what waited from before is known. */
  readonly ready: Promise<void>;
  #parts: OutboxParts;
  #typing: Typing;
  #entries = new Map<string, Entry>();
  #unstored = new Set<Left>();
  #inOtherTabs = new Map<string, Change['fields']>();
  #listeners = new Set<() => void>();
  #eventListeners = new Set<(event: OutboxEvent) => void>();
  #version = 0;
  #isPaused = false;
  #retries = new RetryTimer(() => void this.wake());

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#typing = new Typing(parts);
    this.user = parts.user;
    this.ready = this.#begin(parts.left);
    void this.ready.then(() => this.#drainAll());
  }

  /** Calls back after every change of any record. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  onEvent(listener: (event: OutboxEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => void this.#eventListeners.delete(listener);
  }

  /** Another number after every change. */
  version = (): number => this.#version;
  /** The server's answer to a save of this record, if it came after a version: newer than what was loaded then. */
  answerSince<A>(id: string, version: number, isAnswer: (value: unknown) => value is A): A | undefined {
    const answer = this.#entries.get(id)?.answer;
    return answer && answer.version > version && isAnswer(answer.value) ? answer.value : undefined;
  }

  hasAnswerSince = (id: string, version: number): boolean => (this.#entries.get(id)?.answer?.version ?? 0) > version;

  state = (id: string): RecordState => this.#entries.get(id)?.state ?? idle;

  /** Every record for which something waits. */
  states = (): RecordState[] =>
    [...this.#entries.values()].map(({ state }) => state).filter(({ waiting }) => waiting !== null);

  /** Why the server asked for a pause: nothing is sent until it is over. Null without one. */
  pausedBy = (): Pause['why'] | null => this.#retries.pause?.why ?? null;

  /** Fields that wait, over all records. */
  unsaved = (): number =>
    this.states().reduce((sum, { waiting }) => sum + (waiting ? Object.keys(typedValues(waiting)).length : 0), 0);

  /** The texts of a record that their fields did not take. */
  refused = (id: string): Readonly<Record<string, Refused>> => this.state(id).waiting?.refused ?? noneRefused;

  /**
   * Takes typed values of a record: into storage, then on their way. Resolves when all that could be sent of it was. Texts that their
   * fields did not take are kept in storage as well, and go nowhere.
   */
  async take(to: Target, typed: readonly Typed[]): Promise<void> {
    const place = this.#parts.place?.();
    const target = place === undefined ? to : { ...to, place };
    if (this.#typing.captures({ target, typed })) return;
    const values = typed.filter(({ refused }) => refused === undefined);
    const fields = new Set<string | null>(values.map(({ field }) => field));
    if (values.length > 0) this.#forgive(target.id, ({ field }) => field === null || fields.has(field));
    await this.#store({ target, typed }, { draft: this.#typing.leave() });
    await this.#drain(target.id);
  }

  /** A field is being typed into: what is in it survives the browser. Null: it was left as it was. */
  typing = (read: ReadTyping | null): void => this.#typing.note(read);

  /** What an act would hand to {@link take}, which takes nothing meanwhile. */
  capture = (act: () => void): Take | null => this.#typing.capture(act);

  /** What was taken and is not on the device yet. */
  unstored = (): Left[] => [...this.#unstored];

  /** The user wants what failed to be tried again; conflicts go on waiting for an answer. */
  async retry(): Promise<void> {
    for (const id of this.#entries.keys()) this.#forgive(id, ({ conflict }) => conflict === undefined);
    await this.#drainAll();
  }

  /** Looks at storage again, where a closed tab may have left something, and sends what may go. */
  async wake(): Promise<void> {
    if (!this.#retries.pause) this.#retries.stop();
    await this.#takeUp();
    await this.#drainAll();
  }

  /** Another page of the user went away: what it could not store any more is taken here, and what it had waiting is sent from here. */
  async takeOver(left: readonly Left[]): Promise<void> {
    await this.#storeLeft(left);
    await this.wake();
  }

  /** The user's answer to a conflict: the typed value shall replace the other one. */
  async keepMine(id: string, field: string): Promise<void> {
    const conflict = this.#failureOf(id, field)?.conflict;
    if (!conflict) return;
    this.#forgive(id, (failure) => failure.field === field);
    await this.#update(id, (waiting) => waiting && keepMine(waiting, { field, ...conflict }));
    await this.#drain(id);
  }

  /** Gives up the text that a field did not take. */
  async giveUpText(id: string, field: string): Promise<void> {
    await this.#update(id, (waiting) => waiting && dropRefused(waiting, field));
  }

  /**
   * Gives refused values up for what is stored: the other's in a conflict, otherwise the value seen before. Where the whole
   * record was refused (`field` null) all its values go.
   */
  async giveUp(id: string, field: string | null): Promise<void> {
    const { conflict } = this.#failureOf(id, field) ?? {};
    const { fields = {}, was = {} } = this.state(id).waiting?.open ?? {};
    this.#forgive(id, (failure) => failure.field === field);
    for (const name of field === null ? Object.keys(fields) : [field]) {
      const value = conflict ? conflict.theirs : (was[name] ?? null);
      await this.#update(id, (waiting) => waiting && drop(waiting, name), {
        event: { kind: 'replaced', id, field: name, value },
      });
    }
    await this.#drain(id);
  }

  /** The session ended: nothing is sent until {@link resume}. */
  pause(): void {
    this.#isPaused = true;
    this.#retries.stop();
    for (const id of this.#entries.keys()) this.#set(id, { isAway: true });
  }

  async resume(): Promise<void> {
    this.#isPaused = false;
    await this.wake();
  }

  /** Forgets everything, on the device too: the user logged out. */
  async clear(): Promise<void> {
    this.pause();
    this.#entries.clear();
    this.#publish();
    await this.#parts.storage.clear(this.user);
  }

  async #begin(left: readonly Left[]): Promise<void> {
    // Begun before anything else is typed: storage keeps the order.
    await this.#storeLeft(left);
    for (const { page, take } of await this.#typing.leftByDeadPages()) {
      await this.#store(take, { draft: page, ifKept: true });
    }
    await this.#takeUp();
  }

  async #storeLeft(left: readonly Left[]): Promise<void> {
    await Promise.all(left.map((take) => this.#store(take, { draft: take.page })));
  }

  /** Forgets a page's draft with it; with `ifKept`, only if the draft is still there, for another page may be faster. */
  async #store(
    take: Take,
    { draft, ifKept = false }: { draft?: string | undefined; ifKept?: boolean } = {},
  ): Promise<void> {
    const { target, typed } = take;
    const left = { ...take, page: draft ?? this.#parts.page };
    this.#unstored.add(left);
    await this.#update(
      target.id,
      (waiting, hadDraft) => (hadDraft || !ifKept ? typed.reduce(type, typedAt(waiting, target)) : waiting),
      { draft },
    );
    this.#unstored.delete(left);
    this.#publish();
  }

  async #takeUp(): Promise<void> {
    for (const waiting of await this.#parts.storage.all(this.user)) {
      if (!this.#entries.get(waiting.id)?.writing) this.#set(waiting.id, { waiting });
    }
  }

  async #drainAll(): Promise<void> {
    await Promise.all(this.states().map(({ waiting }) => waiting && this.#drain(waiting.id)));
  }

  /** Sends what may go of a record, alone among all tabs. */
  async #drain(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.isAgain = true;
    if (entry.isDraining) return;
    entry.isDraining = true;
    try {
      while (entry.isAgain && !this.#isPaused) {
        entry.isAgain = false;
        await this.#parts.alone(`formroom.outbox/${this.user}/${id}`, () => this.#sendAll(id));
      }
    } finally {
      entry.isDraining = false;
    }
  }

  async #sendAll(id: string): Promise<void> {
    while (!this.#isPaused && !this.#failureOf(id, null)) {
      if (this.#retries.pause) return void this.#set(id, { isAway: true });
      const held = new Set(this.state(id).failures.flatMap(({ field }) => field ?? []));
      const key = this.#parts.newKey();
      const wasWaiting = this.state(id).waiting !== null;
      const waiting = await this.#update(id, (stored) => stored && seal(stored, { key, held }));
      // Another tab was faster: what this one had waiting has arrived.
      if (!waiting && wasWaiting) this.#set(id, { isSaved: true });
      if (!waiting?.sent || this.#isPaused || !(await this.#send(waiting, waiting.sent))) return;
    }
  }

  /** True when the record's next request may follow. */
  async #send(waiting: Waiting, sent: NonNullable<Waiting['sent']>): Promise<boolean> {
    const { id } = waiting;
    this.#set(id, { isAway: false });
    try {
      const answer = await this.#parts.send(waiting, sent);
      this.#retries.forget();
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
        this.#set(id, { isAway: true });
        return false;
      }
      if (outcome.kind === 'refused') {
        await this.#update(id, (stored) => stored && giveBack(stored, sent.key));
      }
      const failures = outcome.failures.map((failure) => this.#withOwnTab(id, failure));
      this.#set(id, { failures: [...this.state(id).failures, ...failures] });
      return outcome.kind === 'refused';
    }
  }

  /**
   * Changes a record in this tab at once and then in storage, whose word counts: other tabs write there too. The event is of this
   * tab's change.
   */
  async #update(
    id: string,
    change: (stored: Waiting | undefined, hadDraft: boolean) => Waiting | undefined,
    { draft, event }: { draft?: string | undefined; event?: OutboxEvent } = {},
  ): Promise<Waiting | undefined> {
    const changed = (before: Waiting | undefined, hadDraft = false) => {
      const after = change(before, hadDraft);
      return after && !isNothingWaiting(after) ? after : undefined;
    };
    const entry = this.#set(id, { waiting: changed(this.state(id).waiting ?? undefined) ?? null }, event);
    entry.writing += 1;
    const stored = await this.#parts.storage.update({ user: this.user, id }, changed, draft);
    entry.writing -= 1;
    if (entry.writing === 0) this.#set(id, { waiting: stored ?? null });
    return stored;
  }

  /** Another tab of the same user, on this device, has saved values of a record: a conflict with one of them says so. */
  savedInOtherTab(id: string, fields: Change['fields']): void {
    this.#inOtherTabs.set(id, { ...this.#inOtherTabs.get(id), ...fields });
  }

  #withOwnTab(id: string, failure: Failure): Failure {
    const { field, conflict } = failure;
    const saved = field === null ? undefined : this.#inOtherTabs.get(id)?.[field];
    return conflict && saved === conflict.theirs ? { ...failure, conflict: { ...conflict, isOwnTab: true } } : failure;
  }

  #failureOf = (id: string, field: string | null): Failure | undefined =>
    this.state(id).failures.find((failure) => failure.field === field);

  #forgive(id: string, isForgiven: (failure: Failure) => boolean): void {
    const { failures } = this.state(id);
    if (failures.some(isForgiven)) this.#set(id, { failures: failures.filter((failure) => !isForgiven(failure)) });
  }

  /**
   * An event is told between the change and the word that something changed: what shows the record has then both, and never the
   * value before the one that has just ceased to wait.
   */
  #set(
    id: string,
    change: Partial<Omit<RecordState, 'status'> & Pick<Entry, 'isAway' | 'isSaved'>>,
    event?: OutboxEvent,
  ): Entry {
    const entry = this.#entries.get(id) ?? newEntry(this.#isPaused);
    this.#entries.set(id, entry);
    const { state } = entry;
    const {
      waiting = state.waiting,
      failures = state.failures,
      isAway = entry.isAway,
      isSaved = entry.isSaved,
    } = change;
    Object.assign(entry, { isAway, isSaved });
    const status = statusOf({ waiting, failures, isAway, isSaved });
    const isSame = state.waiting === waiting && state.failures === failures && state.status === status;
    if (!isSame) entry.state = { status, waiting, failures };
    if (event) this.#tell(event);
    if (event || !isSame) this.#publish();
    return entry;
  }

  #publish(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #tell(event: OutboxEvent): void {
    for (const listener of [...this.#eventListeners]) listener(event);
  }
}
