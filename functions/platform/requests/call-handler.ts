import {
  type CallKind,
  type CallRow,
  type Contract,
  type eventStreamType,
  type Input,
  type listTypes,
  type Output,
  xlsxType,
} from '#shared/http/contract.ts';
import type { FoundRecords, NamedItemKeys } from '../table/table.ts';
import type { Caller, StationCaller } from './caller.ts';

/** Facts about the request for the handler. */
export interface RequestFacts {
  id: string;
  /** The caller's network address, for throttling alone. */
  address: string;
  /** The User-Agent header, empty without one. It is described in words and never stored. */
  agent: string;
  now: Date;
  cookies: ReadonlyMap<string, string>;
  /**
   * A repeated request with the same key changes nothing twice (rule 10). It begins with the id of the account or
   * station, so that keys of different callers cannot collide (`withCallersOwnKey`).
   */
  idempotencyKey: string;
}

export interface CallContext<C extends CallRow, P extends NamedItemKeys> {
  input: Input<C>;
  /** Null only for calls that `anyone` may make. */
  caller: C['who'] extends 'anyone' ? null : C['who'] extends 'station' ? StationCaller : Caller;
  /** The records of `prefetch`, read together with the session. */
  found: FoundRecords<P>;
  request: RequestFacts;
}

/** The report card in a document: one student's, or without `studentId` a class's. */
export interface OpenedCard {
  year: number;
  term: 1 | 2 | 3;
  classId: string;
  studentId?: string;
}

interface AboutReply {
  fileName?: string;
  type?: string;
  card?: OpenedCard;
}

/**
 * An answer with more than a body: cookies, the file name of a document, the type of an image, or whose report card it
 * is, for the access log (rule 48).
 */
export class Reply<T> {
  readonly body: T;
  readonly cookies: readonly string[];
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly card: OpenedCard | undefined;
  constructor(body: T, cookies: readonly string[] = [], { fileName, type, card }: AboutReply = {}) {
    this.body = body;
    this.cookies = cookies;
    this.fileName = fileName;
    this.type = type;
    this.card = card;
  }
}

/** A document that the browser saves under this name instead of showing it. */
export const documentToSave = <T>(body: T, fileName: string): Reply<T> => new Reply(body, [], { fileName });

/** The workbook of a report, which the browser saves under this name in place of showing the PDF. */
export const reportWorkbook = <T>(body: T, fileName: string): Reply<T> =>
  new Reply(body, [], { fileName, type: xlsxType });

/** Report cards, which the browser shows. */
export const reportCardsReply = <T>(body: T, card: OpenedCard): Reply<T> => new Reply(body, [], { card });

/** An image, whose media type is that of its bytes. */
export const imageReply = <T>(body: T, type: string): Reply<T> => new Reply(body, [], { type });

export interface CallHandlerDefinition<C extends CallRow, P extends NamedItemKeys> {
  /**
   * Keys of the records that the handler needs, by input and caller. They are read in the same request as the session,
   * so that a call that reads only these takes one round trip. The caller's id is that of an account or a station.
   */
  prefetch?: (input: Input<C>, callerId: string, now: Date) => P;
  handle: (context: CallContext<C, P>) => Promise<Output<C> | Reply<Output<C>> | WorkbookOf<C>>;
}

/** The workbook of a list. */
type WorkbookOf<C extends CallRow> = C extends { produces: typeof listTypes } ? Reply<Uint8Array> : never;

/** Binds a handler to its contract row, so that its input and output are the row's. */
export function callHandler<C extends CallRow, P extends NamedItemKeys = Record<never, never>>(
  _call: C,
  handler: CallHandlerDefinition<C, P>,
): CallHandlerDefinition<C, P> {
  return handler;
}

// biome-ignore lint/suspicious/noExplicitAny: each handler has its own prefetch; the pipeline passes them through unread.
export type AnyHandler<C extends CallRow> = CallHandlerDefinition<C, any>;

/** Loads the module of a call: it exports the handler by the name of the call's row. */
export type LoadHandler<K extends PropertyKey, H> = () => Promise<{ readonly [N in K]: H }>;

/** The type-level twin of `callKind`. */
type KindOf<C extends CallRow> = C extends { kind: infer K } ? K : 'api';

/**
 * A module for every row of a contract that the function of this kind answers: one missing, or one too many, does not
 * compile.
 */
export type CallHandlers<T extends Contract, E extends CallKind> = {
  [K in keyof T as KindOf<T[K]> extends E ? K : never]: LoadHandler<
    K,
    T[K] extends { produces: typeof eventStreamType } ? AnyStreamHandler<T[K]> : AnyHandler<T[K]>
  >;
};

/** Answers event by event. An error before the first event is answered as one; after it, the stream ends. */
export interface StreamHandler<C extends CallRow, P extends NamedItemKeys> {
  prefetch?: (input: Input<C>, callerId: string, now: Date) => P;
  handle: (context: CallContext<C, P>) => AsyncIterable<Output<C>>;
}

/** Binds a streaming handler to its contract row. */
export function callStreamer<C extends CallRow, P extends NamedItemKeys = Record<never, never>>(
  _call: C,
  handler: StreamHandler<C, P>,
): StreamHandler<C, P> {
  return handler;
}

// biome-ignore lint/suspicious/noExplicitAny: as for AnyHandler.
export type AnyStreamHandler<C extends CallRow> = StreamHandler<C, any>;
