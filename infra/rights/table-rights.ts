import {
  type CallNeeds,
  type CallRow,
  isAccountCall,
  needsCsrf,
  type SignInRecordKind,
} from '#shared/http/contract.ts';
import type { JobDefinition } from '#shared/jobs.ts';
import { statementIndex, tableDefinition, trailDefinition } from '../table/table-definition.ts';
import {
  accessEventPartitions,
  csrfKeyPartition,
  erasablePartitions,
  namedKeyPartition,
  partitionsOfSignInRecords,
  partitionsReadTogether,
  readablePartitions,
  recordPartitions,
  sessionPartitions,
  signInPartitions,
  signingKeyPartition,
  summaries,
  trailPartitions,
} from './partitions.ts';

/**
 * The resource of a statement: the records table, the trail table, one of their indexes, or the table of signing keys.
 */
export type TableResource = 'table' | 'trail' | 'keys' | `index ${string}` | `trail index ${string}`;

/** A statement of a policy, before it knows its school. */
export interface TableRight {
  sid: string;
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  on: readonly TableResource[];
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Not Scan, which returns every record whatever a condition says of keys. */
const reading = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
/** A transaction needs the action of each of its parts, and ConditionCheckItem for a part that only checks. */
const writing = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
/** All that is done to what is written once: in a transaction, no right of another action is needed (ADR 0034). */
const adding = 'dynamodb:PutItem';

/**
 * What is written when a session is used, and nothing that would make one: without its limits a row is no session (ADR
 * 0034). The key attributes are here because DynamoDB asks for them.
 */
export const writableSessionAttributes = ['pk', 'sk', '__edb_e__', 'accountId', 'hash', 'lastUsedAt', 'slowedUntil'];

/**
 * All that the worker which erases students may see of a row that it searches for: keys, kind, student, term, class,
 * and marks, which have notes in them. The request has to name them, or it would get the whole row.
 */
export const attributesReadForErasure = ['pk', 'sk', '__edb_e__', 'studentId', 'year', 'term', 'classId', 'marks'];

/** Of an item that is looked up in an index, what every query asks for: the keys of the index, and the kind. */
const attributesOfLookUp = ['gsi1pk', 'gsi1sk', '__edb_e__'];

/** Limits a statement to partitions. Without `Null`, ForAllValues would also be true for a request without a key. */
const ofPartitions = (patterns: readonly string[], more: Record<string, readonly string[]> = {}) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns, ...more },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const indexes = tableDefinition.indexes.map(({ name }): TableResource => `index ${name}`);
const trailIndexes = trailDefinition.indexes.map(({ name }): TableResource => `trail index ${name}`);

/**
 * What a function may do with the school's tables and with its signing keys: what the rows of its calls and jobs need
 * together. A job writes its own record. A function that writes may add any row to the trail; one that only reads may
 * add events of access.
 */
export function tableRights(calls: readonly CallRow[], jobs: readonly JobDefinition[] = []): TableRight[] {
  const needs = [...calls, ...jobs].map((row) => row.needs);
  const hasSessions = calls.some(isAccountCall);
  // When a station was last heard of is written back.
  const writes = jobs.length > 0 || calls.some((call) => call.needs.table === 'write' || call.who === 'station');
  const reads = writes || hasSessions || calls.some((call) => call.needs.table === 'read');
  const erases = needs.some((need) => need.erases === 'students');
  const makesKeys = needs.some(({ signingKeys }) => signingKeys === 'make');
  const namedKeys = (['report links', 'outbox', 'exports'] as const).filter((key) =>
    needs.some(({ signingKeys }) => signingKeys === key),
  );
  const allow = (sid: string, right: Omit<TableRight, 'sid' | 'effect'>, isNeeded = true): TableRight[] =>
    isNeeded ? [{ sid, effect: 'Allow', ...right }] : [];
  return [
    ...allow(
      'ReadRows',
      {
        actions: reading,
        on: ['table', 'trail', ...indexes, ...trailIndexes],
        conditions: ofPartitions(read(needs, hasSessions)),
      },
      reads,
    ),
    ...allow(
      'SearchStudents',
      {
        actions: ['dynamodb:Scan'],
        on: ['table', 'trail'],
        conditions: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributesReadForErasure },
          StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
          Null: { 'dynamodb:Attributes': 'false' },
        },
      },
      erases,
    ),
    ...allow(
      'ReadEverything',
      { actions: ['dynamodb:Scan'], on: ['table', 'trail'] },
      needs.some(({ scans }) => scans === 'everything'),
    ),
    ...allow('WriteRows', { actions: writing, on: ['table'], conditions: ofPartitions(written(needs)) }, writes),
    ...allow(
      'KeepSummaries',
      { actions: ['dynamodb:PutItem'], on: ['table'], conditions: ofPartitions(summaries) },
      !writes && needs.some(({ keeps }) => keeps === 'summaries'),
    ),
    ...allow('AddToTrail', { actions: [adding], on: ['trail'] }, writes),
    ...allow(
      'WriteOwnRows',
      {
        actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
        on: ['table'],
        conditions: ofPartitions(ownOf(needs, 'writes')),
      },
      !writes && ownOf(needs, 'writes').length > 0,
    ),
    ...allow(
      'AddOwnRows',
      { actions: [adding], on: ['trail'], conditions: ofPartitions(ownOf(needs, 'adds')) },
      !writes && ownOf(needs, 'adds').length > 0,
    ),
    ...allow(
      'EraseStudents',
      { actions: ['dynamodb:DeleteItem'], on: ['trail'], conditions: ofPartitions(erasablePartitions) },
      erases,
    ),
    ...gathering(needs),
    ...allow(
      'UseSessions',
      {
        actions: ['dynamodb:UpdateItem'],
        on: ['table'],
        conditions: ofPartitions(sessionPartitions, { 'dynamodb:Attributes': writableSessionAttributes }),
      },
      hasSessions,
    ),
    ...allow(
      'NoteAccess',
      { actions: [adding], on: ['trail'], conditions: ofPartitions(accessEventPartitions) },
      hasSessions && !writes,
    ),
    ...allow(
      'SigningKeys',
      {
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        on: ['keys'],
        conditions: ofPartitions([signingKeyPartition]),
      },
      makesKeys,
    ),
    ...ofOptions(needs, reads),
    ...allow(
      'NamedKeys',
      {
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        on: ['keys'],
        conditions: ofPartitions(namedKeys.map(namedKeyPartition)),
      },
      namedKeys.length > 0 && !makesKeys,
    ),
    ...allow(
      'CsrfKey',
      { actions: ['dynamodb:GetItem'], on: ['keys'], conditions: ofPartitions([csrfKeyPartition]) },
      calls.some(needsCsrf) && !makesKeys,
    ),
  ];
}

/**
 * Every pattern that a function may write, in one list: whether DynamoDB shows a policy the keys of a whole transaction
 * or of each part alone is not written anywhere, and one list holds either way. So it has those of the trail, which are
 * in the other table of the same transactions.
 */
function written(needs: readonly CallNeeds[]): string[] {
  const records = new Set(needs.flatMap(({ writes = [] }) => writes));
  const signIn = (Object.keys(signInPartitions) as SignInRecordKind[]).filter((one) => records.has(one));
  return [
    ...[...trailPartitions, ...recordPartitions, ...signIn.flatMap((one) => signInPartitions[one])],
    ...ownOf(needs, 'writes'),
  ];
}

/**
 * Every pattern that a function may read, of both tables and their indexes, in one list: a request may read from both
 * tables. What it writes it reads too, as it writes on the condition of what it read.
 */
function read(needs: readonly CallNeeds[], hasSessions: boolean): string[] {
  const ofSessions = hasSessions ? (['accounts', 'sessions'] as const) : [];
  const records = new Set(needs.flatMap(({ reads = [], writes = [] }) => [...reads, ...writes]).concat(ofSessions));
  return [
    ...[...readablePartitions, ...[...records].toSorted().flatMap(partitionsOfSignInRecords)],
    ...ownOf(needs, 'writes', 'reads'),
  ];
}

/** Partitions that rows name themselves. */
const ownOf = (
  needs: readonly CallNeeds[],
  ...kinds: readonly ('reads' | 'writes' | 'adds' | 'readsKeys' | 'makesKeys')[]
): string[] => [...new Set(kinds.flatMap((kind) => needs.flatMap(({ own }) => own?.[kind] ?? [])))];

/**
 * What rows name of options' partitions beside those of {@link read} and {@link written}: secret keys, and for
 * functions that read nothing else what anybody may have looked up (rule 57).
 */
function ofOptions(needs: readonly CallNeeds[], readsRows: boolean): TableRight[] {
  const read = readsRows ? [] : ownOf(needs, 'reads', 'writes');
  const made = ownOf(needs, 'makesKeys');
  const keys = ownOf(needs, 'readsKeys').filter((one) => !made.includes(one));
  const lookedUp = new Map(
    needs.flatMap(({ own }) => (own?.looksUp ? [[String(own.looksUp.partitions), own.looksUp]] : [])),
  );
  const allow = (
    sid: string,
    right: Omit<TableRight, 'sid' | 'effect'>,
    partitions: readonly string[],
  ): TableRight[] =>
    partitions.length === 0 ? [] : [{ sid, effect: 'Allow', conditions: ofPartitions(partitions), ...right }];
  return [
    ...allow('MakeOwnKeys', { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], on: ['keys'] }, made),
    ...allow('ReadOwnKeys', { actions: ['dynamodb:GetItem'], on: ['keys'] }, keys),
    ...allow('ReadOwnRows', { actions: ['dynamodb:GetItem', 'dynamodb:Query'], on: ['table'] }, read),
    ...[...lookedUp.values()].flatMap(({ partitions, attributes }, index) =>
      allow(
        index === 0 ? 'LookUp' : `LookUp${index + 1}`,
        {
          actions: ['dynamodb:Query'],
          on: ['trail index gsi1'],
          conditions: {
            ...ofPartitions(partitions, { 'dynamodb:Attributes': [...attributesOfLookUp, ...attributes] }),
            StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
            Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
          },
        },
        partitions,
      ),
    ),
  ];
}

/**
 * Where partitions are gathered by statement (ADR 0040). A statement without partitions would read the whole table or
 * index.
 */
function gathering(needs: readonly CallNeeds[]): TableRight[] {
  const ofStatements = [`index ${statementIndex}`] as const;
  const places = { table: ['table'], index: ofStatements, summaries: ofStatements, indexes } as const;
  // Of a class whose summary is kept, a subject in which somebody types is read from the index.
  const asked = new Set(
    needs.flatMap(({ partitions, keeps }) => [...(partitions ? [partitions] : []), ...(keeps ? [keeps] : [])]),
  );
  const on = [...new Set([...asked].flatMap((one): readonly TableResource[] => places[one]))];
  if (on.length === 0) return [];
  const actions = ['dynamodb:PartiQLSelect'];
  return [
    {
      sid: 'Partitions',
      effect: 'Allow',
      actions,
      on,
      conditions: ofPartitions([
        ...new Set([...asked].flatMap((one): readonly string[] => partitionsReadTogether[one])),
      ]),
    },
    { sid: 'NoScans', effect: 'Deny', actions, on, conditions: { Bool: { 'dynamodb:FullTableScan': 'true' } } },
  ];
}
