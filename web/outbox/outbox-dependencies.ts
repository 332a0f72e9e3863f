import type { OutboxStorage } from './device/storage.ts';
import type { FieldsChange, PageChange, PendingField, PendingRecord } from './pending-record.ts';

/** A change of a record, for the screen that shows it. */
export type OutboxEvent =
  | { kind: 'saved'; id: string; answer: unknown; fields: FieldsChange['fields'] }
  /** A typed value was discarded and replaced by `value`. */
  | { kind: 'replaced'; id: string; field: string; value: PendingField['value'] };

/** The outbox's dependencies. */
export interface OutboxDependencies {
  user: string;
  storage: OutboxStorage;
  /** Sends a request under its key; throws as `call` does. */
  send: (waiting: PendingRecord, sent: NonNullable<PendingRecord['sent']>) => Promise<unknown>;
  /** Runs `act` under a lock of this name, shared by all tabs. */
  withLock: (name: string, act: () => Promise<void>) => Promise<void>;
  newKey: () => string;
  /** Changes that earlier pages could not store before they were closed. */
  unstoredChanges: readonly PageChange[];
  /** Id of this page among all open ones. */
  page: string;
  /** Path and query of the screen that is shown. */
  place?: () => string;
  /** Marks this page as open for other tabs' `isPageOpen`, until it is closed or crashes. */
  holdPage: () => Promise<void>;
  isPageOpen: (page: string) => Promise<boolean>;
  /** Runs `act` when the browser is idle. */
  whenIdle: (act: () => void) => void;
}
