import type { OutboxDependencies, OutboxEvent } from './outbox-dependencies.ts';
import {
  applyTyped,
  dropField,
  dropRefused,
  ensurePendingRecord,
  type FieldsChange,
  isEmptyRecord,
  newestTypedValues,
  type PageChange,
  type PendingField,
  type PendingRecord,
  type RefusedText,
  removeAcknowledgedRequest,
  reopenRequest,
  resolveConflictWithTyped,
  type SaveTarget,
  startRequest,
  type TypedChange,
} from './pending-record.ts';
import { RecordStateStore } from './record-state-store.ts';
import { judgeSaveFailure, markConflictOfOwnTab, RetryTimer, type SendingPause } from './save-failure.ts';
import { type ReadDraftChange, TypingDraft } from './typing-draft.ts';

const noRefused = {};

/**
 * Typed values that the server has not acknowledged (rule 10). A value is stored on the device and then sent: one
 * request a record at a time, in the order of typing; values typed meanwhile go into the next request. A request is
 * stored with its idempotency key before it is sent, and any open tab retries it unchanged until it is answered: every
 * value is applied exactly once. Refused texts, which are not values of their fields, are stored too, and never sent
 * (rule 40).
 */
export class Outbox {
  readonly user: string;
  /** Resolves when the records of earlier pages are loaded. */
  readonly ready: Promise<void>;
  #parts: OutboxDependencies;
  #typing: TypingDraft;
  #records = new RecordStateStore();
  #unstored = new Set<PageChange>();
  #savedByOtherTabs = new Map<string, FieldsChange['fields']>();
  #retries = new RetryTimer(() => void this.wake());

  constructor(parts: OutboxDependencies) {
    this.#parts = parts;
    this.#typing = new TypingDraft(parts);
    this.user = parts.user;
    this.ready = this.#begin(parts.unstoredChanges);
    void this.ready.then(() => this.#drainAll());
  }

  subscribe = this.#records.subscribe;
  onEvent = this.#records.onEvent;
  version = this.#records.version;
  answerSince = this.#records.answerSince;
  hasAnswerSince = this.#records.hasAnswerSince;
  state = this.#records.state;
  states = this.#records.states;

  /** Why nothing is sent at present: the server asked for a pause. Null without one. */
  pausedBy = (): SendingPause['why'] | null => this.#retries.pause?.why ?? null;

  /** Count of unacknowledged fields, over all records. */
  unsaved = (): number =>
    this.states().reduce((sum, { waiting }) => sum + (waiting ? Object.keys(newestTypedValues(waiting)).length : 0), 0);

  /** Refused texts of a record, by field. */
  refused = (id: string): Readonly<Record<string, RefusedText>> => this.state(id).waiting?.refused ?? noRefused;

  /**
   * Stores typed values of a record and sends them. Resolves when everything that could be sent of the record was.
   * Refused texts are stored only.
   */
  async enqueue(to: SaveTarget, typed: readonly PendingField[]): Promise<void> {
    const place = this.#parts.place?.();
    const target = place === undefined ? to : { ...to, place };
    if (this.#typing.captures({ target, typed })) return;
    const values = typed.filter(({ refused }) => refused === undefined);
    const fields = new Set<string | null>(values.map(({ field }) => field));
    if (values.length > 0) this.#records.clearFailures(target.id, ({ field }) => field === null || fields.has(field));
    await this.#store({ target, typed }, { draft: this.#typing.leave() });
    await this.#drain(target.id);
  }

  /**
   * Keeps a draft of the field that the user is typing into, for a crash of the browser. Null: the field was left
   * unchanged.
   */
  typing = (read: ReadDraftChange | null): void => this.#typing.note(read);

  /** Runs `act` and returns what it passes to {@link enqueue}, which does nothing meanwhile. */
  capture = (act: () => void): TypedChange | null => this.#typing.capture(act);

  /** Changes that were enqueued and are not on the device yet. */
  unstoredChanges = (): PageChange[] => [...this.#unstored];

  /** Retries failed saves at the user's request; conflicts keep waiting for a choice. */
  async retry(): Promise<void> {
    for (const id of this.#records.ids()) this.#records.clearFailures(id, ({ conflict }) => conflict === undefined);
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
    const conflict = this.#records.failureOf(id, field)?.conflict;
    if (!conflict) return;
    this.#records.clearFailures(id, (failure) => failure.field === field);
    await this.#update(id, (waiting) => waiting && resolveConflictWithTyped(waiting, { field, ...conflict }));
    await this.#drain(id);
  }

  /** Discards a refused text. */
  async discardRefused(id: string, field: string): Promise<void> {
    await this.#update(id, (waiting) => waiting && dropRefused(waiting, field));
  }

  /**
   * Discards a value that the server did not take: the field shows the other's value in a conflict, otherwise the value
   * seen before. With `field` null (the whole record was refused) all its values are discarded.
   */
  async discardValue(id: string, field: string | null): Promise<void> {
    const { conflict } = this.#records.failureOf(id, field) ?? {};
    const { fields = {}, was = {} } = this.state(id).waiting?.open ?? {};
    this.#records.clearFailures(id, (failure) => failure.field === field);
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
    this.#records.isPaused = true;
    this.#retries.stop();
    for (const id of this.#records.ids()) this.#records.set(id, { isOffline: true });
  }

  async resume(): Promise<void> {
    this.#records.isPaused = false;
    await this.wake();
  }

  /** Deletes everything, on the device too: the user logged out. */
  async clear(): Promise<void> {
    this.pause();
    this.#records.clear();
    this.#records.publish();
    await this.#parts.storage.clear(this.user);
  }

  async #begin(changes: readonly PageChange[]): Promise<void> {
    // Starts before the user can type: storage keeps the order.
    await this.#storeChanges(changes);
    await this.#loadEarlier();
  }

  async #loadEarlier(): Promise<void> {
    for (const { page, take } of await this.#typing.draftsOfClosedPages()) {
      await this.#store(take, { draft: page, ifKept: true });
    }
    await this.#loadStored();
  }

  async #storeChanges(changes: readonly PageChange[]): Promise<void> {
    await Promise.all(changes.map((change) => this.#store(change, { draft: change.page })));
  }

  /**
   * Stores a change and deletes the page's draft; with `ifKept` only while that draft exists, because another page may
   * have stored it already.
   */
  async #store(
    take: TypedChange,
    { draft, ifKept = false }: { draft?: string | undefined; ifKept?: boolean } = {},
  ): Promise<void> {
    const { target, typed } = take;
    const unstored = { ...take, page: draft ?? this.#parts.page };
    this.#unstored.add(unstored);
    await this.#update(
      target.id,
      (waiting, hadDraft) =>
        hadDraft || !ifKept ? typed.reduce(applyTyped, ensurePendingRecord(waiting, target)) : waiting,
      { draft },
    );
    this.#unstored.delete(unstored);
    this.#records.publish();
  }

  async #loadStored(): Promise<void> {
    for (const waiting of await this.#parts.storage.all(this.user)) {
      if (!this.#records.entry(waiting.id)?.writing) this.#records.set(waiting.id, { waiting });
    }
  }

  async #drainAll(): Promise<void> {
    await Promise.all(this.states().map(({ waiting }) => waiting && this.#drain(waiting.id)));
  }

  /** Sends the record's values, under a lock that excludes other tabs. */
  async #drain(id: string): Promise<void> {
    const entry = this.#records.entry(id);
    if (!entry) return;
    entry.needsDrain = true;
    if (entry.isDraining) return;
    entry.isDraining = true;
    try {
      while (entry.needsDrain && !this.#records.isPaused) {
        entry.needsDrain = false;
        await this.#parts.withLock(`formroom.outbox/${this.user}/${id}`, () => this.#sendAll(id));
      }
    } finally {
      entry.isDraining = false;
    }
  }

  async #sendAll(id: string): Promise<void> {
    while (!this.#records.isPaused && !this.#records.failureOf(id, null)) {
      if (this.#retries.pause) return void this.#records.set(id, { isOffline: true });
      const held = new Set(this.state(id).failures.flatMap(({ field }) => field ?? []));
      const key = this.#parts.newKey();
      const wasWaiting = this.state(id).waiting !== null;
      const waiting = await this.#update(id, (stored) => stored && startRequest(stored, { key, held }));
      // Another tab has sent this tab's values.
      if (!waiting && wasWaiting) this.#records.set(id, { isSaved: true });
      if (!waiting?.sent || this.#records.isPaused || !(await this.#send(waiting, waiting.sent))) return;
    }
  }

  /** @returns whether the record's next request may be sent */
  async #send(waiting: PendingRecord, sent: NonNullable<PendingRecord['sent']>): Promise<boolean> {
    const { id } = waiting;
    this.#records.set(id, { isOffline: false });
    try {
      const answer = await this.#parts.send(waiting, sent);
      this.#retries.reset();
      this.#records.setAnswer(this.#records.set(id, { isSaved: true }), answer);
      await this.#update(id, (stored) => stored && removeAcknowledgedRequest(stored, sent.key), {
        event: { kind: 'saved', id, answer, fields: sent.fields },
      });
      return true;
    } catch (error) {
      const outcome = judgeSaveFailure(error, Object.keys(sent.fields));
      if (outcome.kind === 'later' && !this.#records.isPaused) this.#retries.start(outcome.pause);
      if (outcome.kind === 'later' || outcome.kind === 'signed-out') {
        this.#records.set(id, { isOffline: true });
        return false;
      }
      if (outcome.kind === 'refused') {
        await this.#update(id, (stored) => stored && reopenRequest(stored, sent.key));
      }
      const failures = outcome.failures.map((failure) => markConflictOfOwnTab(failure, this.#savedByOtherTabs.get(id)));
      this.#records.set(id, { failures: [...this.state(id).failures, ...failures] });
      return outcome.kind === 'refused';
    }
  }

  /**
   * Changes a record in this tab at once and then in storage, which is authoritative: other tabs write there too.
   * `event` is emitted with this tab's change.
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
    const entry = this.#records.set(id, { waiting: changed(this.state(id).waiting ?? undefined) ?? null }, event);
    entry.writing += 1;
    const stored = await this.#parts.storage.update({ user: this.user, id }, changed, draft);
    entry.writing -= 1;
    if (entry.writing === 0) this.#records.set(id, { waiting: stored ?? null });
    return stored;
  }

  /** Notes values that another tab of the same user saved: a conflict with one of them says so. */
  savedInOtherTab(id: string, fields: FieldsChange['fields']): void {
    this.#savedByOtherTabs.set(id, { ...this.#savedByOtherTabs.get(id), ...fields });
  }
}
