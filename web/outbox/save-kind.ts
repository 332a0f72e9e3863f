import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { recordsPlace } from '#shared/place.ts';
import { call } from '../api/call.ts';
import { NetworkError } from '../api/errors.ts';
import type { PendingRecord, SaveTarget } from './pending-record.ts';

/** A stored save, perhaps written by an older version of the page: read it with the guards below. */
export interface StoredSave {
  /** Version of the kind that stored it. */
  version: number;
  record: object;
  fields: object;
  was: object;
  /** By field: the moment of an entry that the user saw and replaces. */
  over?: object;
}

interface SaveOptions<C extends CallRow> {
  /** Stored on devices: never change it. */
  name: string;
  /**
   * Version of the shape of the kind's records and fields, from 1; a stored save without one has 1. Another shape needs
   * another version, and `read` keeps reading the earlier ones.
   */
  version: number;
  /** The dialog's text when a save failed. */
  failure: string;
  /** The fields in the user's words. */
  labels?: Readonly<Record<string, string>>;
  /** The same for records with too many fields to list; `names`: the record's. */
  labelOf?: (field: string, names: NonNullable<PendingRecord['names']>) => string;
  /** The request for a stored save; undefined where it cannot be read. */
  read: (kept: StoredSave) => RawInput<C> | undefined;
}

/** Describes how one kind of record is saved. */
export interface SaveKind<Answer = unknown> {
  name: string;
  version: number;
  failure: string;
  labels: Readonly<Record<string, string>>;
  labelOf: (field: string, names: NonNullable<PendingRecord['names']>) => string;
  /** Throws {@link UnreadableSaveError}, or as `call` does. */
  send: (kept: StoredSave, key: string) => Promise<Answer>;
  /** Whether `value` is the server's answer to a save of this kind. */
  isAnswer: (value: unknown) => value is Answer;
  /** A record of this kind; `names` identify it within the kind. */
  target: (record: { names: readonly (string | number)[] } & Pick<SaveTarget, 'record' | 'about'>) => SaveTarget;
  /** Whether an outbox record is of this kind, by its id. */
  has: (id: string) => boolean;
}

/** The stored save has a shape that this version cannot send. */
export class UnreadableSaveError extends Error {
  constructor() {
    super('This was kept by another version of Formroom and cannot be sent. Note it down, and type it again.');
    this.name = 'UnreadableSaveError';
  }
}

const kinds = new Map<string, SaveKind>();
let loadAllKinds: () => Promise<unknown> = async () => {};

/** Modules with the save kinds of options: a value on the device is sent, or said to be refused, from any screen. */
export const saveKindsOfOptions = recordsPlace<() => Promise<unknown>>('saved values of options');

/** Sets the function that loads the save kinds of all features, so that pending saves can be sent from any screen. */
export const setSaveKindLoader = (loadAll: () => Promise<unknown>): void => {
  loadAllKinds = loadAll;
};

/** Declares and registers how a feature's typed values are saved by a call. */
export function defineSaveKind<C extends CallRow>(row: C, options: SaveOptions<C>): SaveKind<Output<C>> {
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
      if (!input) throw new UnreadableSaveError();
      const answer = await call(row, input, { idempotencyKey: key, isNoAct: true });
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

/** Sends a request; throws {@link UnreadableSaveError}, or as `call` does. */
export async function sendSave(
  waiting: PendingRecord,
  { key, fields, was, over = {} }: NonNullable<PendingRecord['sent']>,
): Promise<unknown> {
  await loadAllKinds().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const kind = kinds.get(waiting.save);
  if (!kind) throw new UnreadableSaveError();
  return kind.send({ version: waiting.version ?? 1, record: waiting.record, fields, was, over }, key);
}

/** A field's name for the user. */
export const fieldLabel = ({ save, names = {} }: Pick<SaveTarget, 'save' | 'names'>, field: string): string =>
  kinds.get(save)?.labelOf(field, names) ?? field;

/** The message for a record that could not be saved (product §8 "Messages"). */
export const saveFailureText = ({ save }: Pick<SaveTarget, 'save'>): string =>
  kinds.get(save)?.failure ?? 'What you typed could not be saved.';

type Guard = (value: unknown) => boolean;
type Guarded<G> = G extends (value: unknown) => value is infer T ? T : never;

/** Whether values are exactly those of a shape. */
export const hasExactShape =
  <S extends Readonly<Record<string, Guard>>>(shape: S) =>
  (values: object): values is { [K in keyof S]: Guarded<S[K]> } =>
    Object.keys(shape).every((key) => Object.hasOwn(values, key)) && hasPartialShape(shape)(values);

/** Whether values are some of a shape's, and no others. */
export const hasPartialShape =
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

/** Typed fields of a subject record, on a mark sheet and on a term report. */
export const isSubjectFields = hasPartialShape({
  exam_mark: isMarkOrBlank,
  late: isNumberOrBlank,
  absent: isNumberOrBlank,
  app: isGradeOrBlank,
  con: isGradeOrBlank,
  comment: isTextOrBlank,
});
