import { type CallRow, isOfAccount, type Needs, needsCsrf, type SignInRecords } from '#shared/http/contract.ts';
import type { JobRow } from '#shared/jobs.ts';
import { gatheredIndex, tableDefinition } from '../table/table-definition.ts';
import {
  csrfKey,
  erasable,
  eventsOfAccess,
  schoolPartitions,
  sessions,
  signInPartitions,
  writtenOnce,
} from './partitions.ts';

/** What a statement is of: the school's table, one of its indexes, or the table of the keys that sign cookies. */
export type TableResource = 'table' | 'keys' | `index ${string}`;

/** A statement of a policy, before it knows its school. */
export interface TableRight {
  sid: string;
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  on: readonly TableResource[];
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const reading = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
/** A transaction needs the action of each of its parts, and ConditionCheckItem for a part that only checks. */
const writing = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
const deleting = 'dynamodb:DeleteItem';
/** Changing a row that exists, or removing it: what no function may do to the audit trail. */
const changing = ['dynamodb:BatchWriteItem', deleting, 'dynamodb:UpdateItem'];

/**
 * What is written when a session is used, and nothing that would make one: without its limits a row is no session (ADR 0034). The key
 * attributes are here because DynamoDB asks for them.
 */
export const usedSession = ['pk', 'sk', '__edb_e__', '__edb_v__', 'accountId', 'hash', 'lastUsedAt', 'slowedUntil'];

/** Of these partitions alone. Without `Null`, ForAllValues would also be true of a request that names no key. */
const ofPartitions = (patterns: readonly string[], more: Record<string, readonly string[]> = {}) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns, ...more },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const indexes = tableDefinition.indexes.map(({ name }): TableResource => `index ${name}`);

/**
 * What a function may do with the school's table and with its signing keys: what the rows of its calls and jobs need together. A job
 * writes its own record.
 */
export function tableRights(calls: readonly CallRow[], jobs: readonly JobRow[] = []): TableRight[] {
  const needs = [...calls, ...jobs].map((row) => row.needs);
  const hasSessions = calls.some(isOfAccount);
  // When a station was last heard of is written back.
  const writes = jobs.length > 0 || calls.some((call) => call.needs.table === 'write' || call.who === 'station');
  const reads = writes || hasSessions || calls.some((call) => call.needs.table === 'read');
  const erases = needs.some((need) => need.erases === 'students');
  const makesKeys = needs.some(({ signingKeys }) => signingKeys === 'make');
  const allow = (sid: string, right: Omit<TableRight, 'sid' | 'effect'>, isNeeded = true): TableRight[] =>
    isNeeded ? [{ sid, effect: 'Allow', ...right }] : [];
  return [
    ...allow('Rows', { actions: [...reading, ...(erases ? ['dynamodb:Scan'] : [])], on: ['table'] }, reads),
    ...allow('Indexes', { actions: ['dynamodb:Query'], on: indexes }, reads),
    ...allow('WriteRows', { actions: writing, on: ['table'], conditions: ofPartitions(written(needs)) }, writes),
    ...gathering(needs),
    ...allow(
      'UseSessions',
      {
        actions: ['dynamodb:UpdateItem'],
        on: ['table'],
        conditions: ofPartitions(sessions, { 'dynamodb:Attributes': usedSession }),
      },
      hasSessions,
    ),
    ...allow(
      'NoteAccess',
      { actions: ['dynamodb:PutItem'], on: ['table'], conditions: ofPartitions(eventsOfAccess) },
      hasSessions && !writes,
    ),
    ...allow('SigningKeys', { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], on: ['keys'] }, makesKeys),
    ...allow(
      'CsrfKey',
      { actions: ['dynamodb:GetItem'], on: ['keys'], conditions: ofPartitions([csrfKey]) },
      calls.some(needsCsrf) && !makesKeys,
    ),
    ...appendOnly(erases),
  ];
}

/**
 * Every pattern that a function may write, in one list: whether DynamoDB shows a policy the keys of a whole transaction or of each part
 * alone is not written anywhere, and one list holds either way.
 */
function written(needs: readonly Needs[]): string[] {
  const records = new Set(needs.flatMap(({ writes = [] }) => writes));
  const signIn = (Object.keys(signInPartitions) as SignInRecords[]).filter((one) => records.has(one));
  return [...writtenOnce, ...schoolPartitions, ...signIn.flatMap((one) => signInPartitions[one])];
}

/** Where partitions are gathered by statement (ADR 0040). A statement without partitions would read the whole table or index. */
function gathering(needs: readonly Needs[]): TableRight[] {
  const places = { table: ['table'], index: [`index ${gatheredIndex}`], indexes } as const;
  const asked = new Set(needs.flatMap(({ partitions }) => (partitions ? [partitions] : [])));
  const on = [...new Set([...asked].flatMap((one): readonly TableResource[] => places[one]))];
  if (on.length === 0) return [];
  const actions = ['dynamodb:PartiQLSelect'];
  return [
    { sid: 'Partitions', effect: 'Allow', actions, on },
    { sid: 'NoScans', effect: 'Deny', actions, on, conditions: { Bool: { 'dynamodb:FullTableScan': 'true' } } },
  ];
}

function appendOnly(erases: boolean): TableRight[] {
  const once = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': writtenOnce } };
  const deny = (sid: string, actions: readonly string[], conditions: NonNullable<TableRight['conditions']>) =>
    ({ sid, effect: 'Deny', actions, on: ['table'], conditions }) as const;
  if (!erases) return [deny('AuditIsAppendOnly', changing, once)];
  return [
    deny(
      'AuditIsAppendOnly',
      changing.filter((action) => action !== deleting),
      once,
    ),
    deny('AuditOfStudentsAlone', [deleting], {
      ...once,
      'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': erasable },
    }),
  ];
}
