import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { type CallRow, listSuffix } from '#shared/http/contract.ts';
import { sentenceOfIssue } from '#shared/http/schema-issue.ts';
import { serverWordings } from '#shared/http/wordings.ts';
import { whyHiddenRefused } from '#shared/typed-text.ts';
import { MalformedError, TooLargeError, ValidationError, WrongTypeError } from '../errors.ts';
import { parseJsonObject, repeatedFieldMessage } from './json-body.ts';
import { bodySize, readHeader } from './request-facts.ts';

// The mini build of zod carries no wordings of its own. By its path: `z.locales` would bundle all fifty languages.
z.config(english());

/** Bytes of the largest JSON body, unless the contract row says otherwise. Files are uploaded to S3. */
export const defaultBodyLimit = 64 * 1024;

/** Path and query of a GET, path and body of other methods, as one object. No field may be given twice. */
export function readFields(call: CallRow, event: APIGatewayProxyEvent): Record<string, unknown> {
  const query = readQuery(event);
  if (call.method !== 'GET') refuseQuery(event);
  const path = Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, decode(value ?? '')] as const);
  const fields = [...path, ...(call.method === 'GET' ? query : Object.entries(readBody(event, call.largestBody)))];
  return fieldsByName(fields);
}

/** A call that changes something takes its fields from the body alone. */
export function refuseQuery(event: APIGatewayProxyEvent): void {
  const hasQuery = Object.keys(event.multiValueQueryStringParameters ?? {}).length > 0;
  if (hasQuery) throw new MalformedError('This call takes no query.');
}

/** Fields as one object; refuses repeated names and `__proto__`. */
export function fieldsByName(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new MalformedError(repeatedFieldMessage);
  if (names.has('__proto__')) throw new MalformedError();
  return Object.fromEntries(fields);
}

/** A field whose name ends in `[]` is a list; every other occurs once. */
function readQuery(event: APIGatewayProxyEvent): [string, string | string[]][] {
  return Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values]) => {
    if (name.endsWith(listSuffix)) return [name.slice(0, -listSuffix.length), values ?? []];
    const [value, another] = values ?? [];
    if (value === undefined || another !== undefined) throw new MalformedError(repeatedFieldMessage);
    return [name, value];
  });
}

/** A form of another site can send any type except JSON without a preflight request. */
const jsonType = /^application\/json\s*(;|$)/i;

function readBody(event: APIGatewayProxyEvent, largest = defaultBodyLimit): Record<string, unknown> {
  if (bodySize(event) > largest) throw new TooLargeError();
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length === 0) return {};
  if (!jsonType.test(readHeader(event, 'content-type') ?? '')) throw new WrongTypeError();
  return parseJsonObject(decodeText(bytes));
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedError('The request is not valid UTF-8.');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new MalformedError(serverWordings.notValidAddress);
  }
}

/** A parsed input. `valueOrThrow` throws its faults, which are reported after authorization. */
export interface ParsedInput {
  isValid: boolean;
  valueOrThrow(): never;
}

/**
 * Parses fields by the row's schema. Texts with hidden characters are refused, except user name and password of a
 * sign-in, which are compared and not stored.
 */
export function parseInput(call: CallRow, fields: Record<string, unknown>): ParsedInput {
  const parsed = toParsed(call.input().safeParse(fields));
  const unseen = parsed.success && call.who !== 'anyone' ? hiddenIn(parsed.data) : {};
  const result = Object.keys(unseen).length > 0 ? { success: false as const, fields: unseen } : parsed;
  return {
    isValid: result.success,
    valueOrThrow: () => {
      if (!result.success) throw new ValidationError(result.fields);
      return result.data as never;
    },
  };
}

/** Fields with hidden characters, with the reason. `was` may be an older stored text and is not checked. */
function hiddenIn(input: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const look = (value: unknown, path: readonly string[]) => {
    if (Object.keys(found).length >= maxFields) return;
    const reason = typeof value === 'string' ? whyHiddenRefused(value) : null;
    if (reason !== null) found[path.join('.')] = [reason];
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) if (name !== 'was') look(inner, [...path, name]);
  };
  look(input, []);
  return found;
}

type ParseResult = ReturnType<ReturnType<CallRow['input']>['safeParse']>;

function toParsed(
  result: ParseResult,
): { success: true; data: unknown } | { success: false; fields: Record<string, string[]> } {
  if (result.success) return { success: true, data: result.data };
  const fields = new Map<string, string[]>();
  for (const { name, message } of result.error.issues.flatMap(complaintsOf)) {
    const messages = fields.get(name) ?? [];
    const isTold = messages.length < maxMessages && (fields.has(name) || fields.size < maxFields);
    if (isTold) fields.set(name, [...messages, message]);
  }
  return { success: false, fields: Object.fromEntries(fields) };
}

/** Bounds of an answer: a caller can send a million invalid fields. */
const maxFields = 50;
const maxMessages = 3;

function complaintsOf(issue: z.core.$ZodIssue): { name: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ name: [...issue.path, key].join('.'), message: 'Unknown field.' }));
  }
  return [{ name: issue.path.join('.'), message: sentenceOfIssue(issue) }];
}
