import type { CallRow, Output, Request } from '#shared/http/contract.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { call } from '../api/call.ts';
import { NetworkError } from '../api/errors.ts';
import { loadSaveKinds } from './load-save-kinds.ts';
import type { Target, Waiting } from './waiting.ts';

/** What a kind makes a request of. It may come from a page of another day: read it with the guards below. */
export interface Kept {
  /** Of the kind that kept it. */
  version: number;
  record: object;
  fields: object;
  was: object;
  /** By field: the moment of an entry that the user was shown and replaces. */
  over?: object;
}

interface SaveOptions<C extends CallRow> {
  /** Names the kind on every device: it never changes. */
  name: string;
  /**
   * Counts the shapes that the kind's records and fields have had, from 1; what a device kept without a version is of 1. Another
   * shape needs another version, and `read` goes on reading those before.
   */
  version: number;
  /** What the dialog says when a save failed. */
  failure: string;
  /** The fields in the user's words. */
  labels?: Readonly<Record<string, string>>;
  /** The same where a record has more fields than can be listed. */
  labelOf?: (field: string) => string;
  /** The request for what was kept; undefined for what it cannot read. */
  read: (kept: Kept) => Request<C> | undefined;
}

/** How one kind of record is saved, on every screen and after every reload. */
export interface SaveKind<Answer = unknown> {
  name: string;
  version: number;
  failure: string;
  labels: Readonly<Record<string, string>>;
  labelOf: (field: string) => string;
  /** Throws {@link UnreadableSave}, or as `call` does. */
  send: (kept: Kept, key: string) => Promise<Answer>;
  /** Whether the server gave this as the answer to a save of this kind. */
  isAnswer: (value: unknown) => value is Answer;
  /** A record of this kind; `names` tell it from others of the kind. */
  target: (record: { names: readonly (string | number)[] } & Pick<Target, 'record' | 'about'>) => Target;
  /** Whether an outbox record is of this kind, by its id. */
  has: (id: string) => boolean;
}

/** What was kept is not what this page knows how to send. */
export class UnreadableSave extends Error {
  constructor() {
    super('This was kept by another version of Formroom and cannot be sent. Note it down, and type it again.');
    this.name = 'UnreadableSave';
  }
}

const kinds = new Map<string, SaveKind>();

/** Declares how a feature's typed values are saved by a call; the kind is known from then on. */
export function saveKind<C extends CallRow>(row: C, options: SaveOptions<C>): SaveKind<Output<C>> {
  const { name, version, failure, labels = {}, labelOf = (field) => labels[field] ?? field, read } = options;
  const answers = new WeakSet<object>();
  const kind: SaveKind<Output<C>> = {
    name,
    version,
    failure,
    labels,
    labelOf,
    send: async (kept, key) => {
      const input = kept.version <= version ? read(kept) : undefined;
      if (!input) throw new UnreadableSave();
      const answer = await call(row, input, { idempotencyKey: key });
      if (typeof answer === 'object' && answer !== null) answers.add(answer);
      return answer;
    },
    isAnswer: (value): value is Output<C> => typeof value === 'object' && value !== null && answers.has(value),
    target: ({ names, record, about }) => ({ save: name, version, id: [name, ...names].join('/'), record, about }),
    has: (id) => id.startsWith(`${name}/`),
  };
  kinds.set(name, kind);
  return kind;
}

/** Sends a sealed request; throws {@link UnreadableSave}, or as `call` does. */
export async function sendSave(
  waiting: Waiting,
  { key, fields, was, over = {} }: NonNullable<Waiting['sent']>,
): Promise<unknown> {
  await loadSaveKinds().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const kind = kinds.get(waiting.save);
  if (!kind) throw new UnreadableSave();
  return kind.send({ version: waiting.version ?? 1, record: waiting.record, fields, was, over }, key);
}

/** A field's name for the user. */
export const fieldLabel = ({ save }: Pick<Target, 'save'>, field: string): string =>
  kinds.get(save)?.labelOf(field) ?? field;

/** What to say when a record could not be saved (product §8). */
export const failureText = ({ save }: Pick<Target, 'save'>): string =>
  kinds.get(save)?.failure ?? 'What you typed could not be saved.';

type Guard = (value: unknown) => boolean;
type Guarded<G> = G extends (value: unknown) => value is infer T ? T : never;

/** Whether values are exactly those of a shape. */
export const isWhole =
  <S extends Readonly<Record<string, Guard>>>(shape: S) =>
  (values: object): values is { [K in keyof S]: Guarded<S[K]> } =>
    Object.keys(shape).every((key) => Object.hasOwn(values, key)) && isPart(shape)(values);

/** Whether values are some of a shape's, and no others. */
export const isPart =
  <S extends Readonly<Record<string, Guard>>>(shape: S) =>
  (values: object): values is { [K in keyof S]?: Guarded<S[K]> } =>
    Object.entries(values).every(([key, value]) => Object.hasOwn(shape, key) && shape[key]?.(value));

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isTextOrBlank = (value: unknown): value is string | null => value === null || isText(value);
export const isNumberOrBlank = (value: unknown): value is number | null => value === null || isNumber(value);
/** A mark, absent, exempt, or blank. */
export const isMarkOrBlank = (value: unknown): value is Mark | null => isNumberOrBlank(value) || isMarkWord(value);
export const isTerm = (value: unknown): value is 1 | 2 | 3 => value === 1 || value === 2 || value === 3;
const grades = ['A', 'B', 'C', 'D', 'E', null] as const;
/** A grade, or blank. */
export const isGradeOrBlank = (value: unknown): value is (typeof grades)[number] =>
  grades.some((grade) => grade === value);
