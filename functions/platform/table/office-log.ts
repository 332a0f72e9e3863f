import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { sendWithRetries, tableNames } from './table.ts';

/**
 * Kinds of change that the office log lists, by the first word of what was changed (`AuditRowEntity`). What teachers
 * enter by the thousand, marks, scans and weekly tests, is not in it: it has a history of its own.
 */
const kindOfWord: Readonly<Record<string, string>> = {
  period: 'terms',
  posting: 'posting',
  'card-layout': 'layouts',
  registration: 'registration',
  window: 'windows',
  promotion: 'promotion',
  'promotion-plan': 'promotion',
  account: 'permissions',
  'whole-school': 'files',
  employee: 'teachers',
  lessons: 'teachers',
  'class-posts': 'teachers',
  'hand-over': 'teachers',
  subject: 'subjects',
  assignments: 'subjects',
  'student-uploads': 'students',
  'erased-students': 'students',
  'school-day': 'attendance',
  'attendance-archive': 'attendance',
};

export interface OfficeLogAttributes {
  /** For example `terms`; of a student's term report `remarks`. */
  logKind: string;
  /** UTC, yyyy-MM: the log is kept by month. */
  logMonth: string;
  /** Time and what was changed, under the caller's key: the order of the log. */
  logOrder: string;
}

/** Where a change is in the office log; undefined for those that it does not list. Pure. */
export function officeLogAttributes(
  { subject, at, idempotencyKey }: { subject: string; at: string; idempotencyKey: string },
  as?: string | null,
): OfficeLogAttributes | undefined {
  if (as === null) return undefined;
  const [word = '', ...rest] = subject.split('#');
  const kind = as ?? (word === 'student' ? kindOfStudent(rest) : kindOfWord[word]);
  return kind === undefined
    ? undefined
    : { logKind: kind, logMonth: at.slice(0, 7), logOrder: `${at}#${subject}#${idempotencyKey}` };
}

/** `student#<id>` is the record, with a term the report; with a subject besides it is marks, with a day attendance. */
function kindOfStudent([, ...of]: readonly string[]): string | undefined {
  if (of.length === 0) return 'students';
  return of.length === 2 && of.every((part) => /^\d+$/.test(part)) ? 'remarks' : undefined;
}

/** A line of the log as it was written. */
export interface LogRow {
  subject: string;
  at: string;
  accountId: string;
  name: string;
  logKind: string;
  logOrder: string;
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

export interface LogQuery {
  /** yyyy-MM. */
  month: string;
  /** yyyy-MM-dd, UTC: from this moment, and before that one. */
  from?: string | undefined;
  until?: string | undefined;
  accountId?: string | undefined;
  kind?: string | undefined;
  studentId?: string | undefined;
  /** `logOrder` of the last known line, which is left out. */
  after?: string | undefined;
}

/** Lines that a page looks through: without a filter it shows as many. */
const looked = { all: 100, filtered: 1000 } as const;
/** Lines of a page at most. */
const mostLines = 100;

/**
 * A page of a month's log, the latest first. One query, whatever is filtered by: where few lines of those looked
 * through are wanted a page is short, and `next` goes on.
 */
export async function readLog(question: LogQuery): Promise<{ rows: LogRow[]; next: string | null }> {
  const { month, from, until, accountId, kind, studentId, after } = question;
  const partition = `log#${month}`;
  const filters = [
    ...(accountId === undefined ? [] : [['accountId = :account', { ':account': accountId }] as const]),
    ...(kind === undefined ? [] : [['logKind = :kind', { ':kind': kind }] as const]),
    ...(studentId === undefined
      ? []
      : [
          [
            '(subject = :student OR begins_with(subject, :ofStudent))',
            { ':student': `student#${studentId}`, ':ofStudent': `student#${studentId}#` },
          ] as const,
        ]),
  ];
  const bounds = { ':from': from ?? '0', ':until': until ?? '~' };
  const page = await sendWithRetries(
    new QueryCommand({
      TableName: tableNames().trail,
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :from AND :until',
      ...(filters.length > 0 ? { FilterExpression: filters.map(([expression]) => expression).join(' AND ') } : {}),
      ExpressionAttributeValues: Object.assign({ ':pk': partition, ...bounds }, ...filters.map(([, values]) => values)),
      ScanIndexForward: false,
      Limit: filters.length > 0 ? looked.filtered : looked.all + 1,
    }),
  );
  const found = ((page.Items ?? []) as LogRow[]).filter(({ logOrder }) => logOrder !== after);
  const rows = found.slice(0, mostLines);
  const lastSeen = (page.LastEvaluatedKey?.gsi2sk as string | undefined) ?? null;
  return { rows, next: found.length > mostLines ? (rows.at(-1)?.logOrder ?? null) : lastSeen };
}
