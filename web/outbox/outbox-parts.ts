import type { OutboxStorage } from './device/storage.ts';
import type { Change, Left, Typed, Waiting } from './waiting.ts';

/** What happened to a record, for the screen that shows it. */
export type OutboxEvent =
  | { kind: 'saved'; id: string; answer: unknown; fields: Change['fields'] }
  /** A typed value was given up; `value` is what is in its place. */
  | { kind: 'replaced'; id: string; field: string; value: Typed['value'] };

/** What an outbox works with. */
export interface OutboxParts {
  user: string;
  storage: OutboxStorage;
  /** Sends a sealed request under its key; throws as `call` does. */
  send: (waiting: Waiting, sent: NonNullable<Waiting['sent']>) => Promise<unknown>;
  /** Runs an act while no other tab runs one under that name. */
  alone: (name: string, act: () => Promise<void>) => Promise<void>;
  newKey: () => string;
  /** Typed values that an earlier page took and could not store any more. */
  left: readonly Left[];
  /** Names this page among all that are open. */
  page: string;
  /** Where the user is, as path and query. */
  place?: () => string;
  /** Says that this page is open, to others that ask `isPageOpen`; until it is gone, however it goes. */
  holdPage: () => Promise<void>;
  isPageOpen: (page: string) => Promise<boolean>;
  /** Runs an act when there is nothing more urgent. */
  later: (act: () => void) => void;
}
