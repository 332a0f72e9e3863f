import type { Mark } from '#shared/marks/mark-words.ts';
import type { CourseWork } from '#shared/marks/marks.ts';
import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import type { StoredFields, ValueChange } from '../../platform/table/field-changes.ts';
import { readMany } from '../../platform/table/table.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import { makesRecordsStale } from './class-records-version.ts';

/** What a teacher writes of a student's subject in a term. Each field has a stamp: who wrote it last, and when. */
export const recordFields = ['exam', 'timesLate', 'timesAbsent', 'application', 'conduct', 'comment'] as const;
export type RecordField = (typeof recordFields)[number];

/** Who wrote a field last, and when. */
type Stamps = { [S in `${RecordField}${'By' | 'At'}`]?: string | undefined };

/**
 * The marks of one student in one subject and term, with class and level of that term (rule 7). A blank field is
 * absent: it is not a zero (rule 4).
 */
export interface SubjectRecordItem extends Stamps {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
  classId: string;
  formLevel: number;
  exam?: Mark | undefined;
  /** The maximum the exam mark was out of when it was entered (rule 2). */
  examOutOf?: number | undefined;
  timesLate?: number | undefined;
  timesAbsent?: number | undefined;
  application?: 'A' | 'B' | 'C' | 'D' | 'E' | undefined;
  conduct?: 'A' | 'B' | 'C' | 'D' | 'E' | undefined;
  comment?: string | undefined;
  /** The mark book's sums; written only together with the mark book (rule 3). */
  workSum?: number | undefined;
  workOutOf?: number | undefined;
  /** Sum of the totals of assessments in which the student was absent; undefined without any. */
  workAbsentOutOf?: number | undefined;
  /** UTC time of the mark book's last change. */
  workAt?: string | undefined;
  /** Who entered last. */
  employeeId?: string | undefined;
}

export const SubjectRecordEntity = entity<SubjectRecordItem>()({
  name: 'subject-record',
  pk: 'student#${studentId}',
  sk: 'record#${year}#${term}#${subjectId}',
  guard: inOpenTerm,
  companions: makesRecordsStale,
  indexes: {
    sheet: { index: 'gsi1', pk: 'sheet#${year}#${term}#${subjectId}#${formLevel}', sk: '${classId}#${studentId}' },
    ofClass: {
      index: 'gsi2',
      pk: 'class#${year}#${term}#${classId}',
      sk: '${studentId}#record#${subjectId}#${formLevel}',
    },
    entered: { index: 'gsi3', pk: 'entered#${year}#${term}#${subjectId}#${classId}', sk: '${formLevel}#${studentId}' },
  },
});

/** All attributes but the stamps. */
export const recordAttributesWithoutStamps = [
  ...(['studentId', 'year', 'term', 'subjectId', 'classId', 'formLevel', 'employeeId'] as const),
  ...recordFields,
  ...(['examOutOf', 'workSum', 'workOutOf', 'workAbsentOutOf'] as const),
] satisfies (keyof SubjectRecordItem)[];

/** Index partition of a class's records in a subject and term, for counting progress. */
export const progressPartition = (of: Omit<RecordKey, 'studentId'> & { classId: string }): string =>
  SubjectRecordEntity.partition('entered', of);

export interface RecordKey {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
}

export const subjectRecordKey = (key: RecordKey) => SubjectRecordEntity.key(key);

/** Names a subject record in the audit trail. */
export const subjectRecordAuditSubject = ({ studentId, year, term, subjectId }: RecordKey): string =>
  `student#${studentId}#${year}#${term}#${subjectId}`;

/** Names a subject's mark sheets in the audit trail, of all classes of a level because students change class. */
export const markSheetAuditName = ({
  year,
  term,
  subjectId,
  formLevel,
}: Omit<RecordKey, 'studentId'> & { formLevel: number }) => `${year}#${term}#${subjectId}#${formLevel}`;

/** The subject records of the given classes of a level. One query. */
export async function listSubjectRecordsOfSheet({
  year,
  term,
  subjectId,
  formLevel,
  classIds,
}: {
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
  formLevel: number;
  classIds: readonly string[];
}) {
  const [only] = classIds;
  const isOne = classIds.length === 1 && only !== undefined;
  const data = await SubjectRecordEntity.queryBy('sheet', {
    year,
    term,
    subjectId,
    formLevel,
    ...(isOne ? { classId: only } : {}),
  });
  return data.filter((record) => classIds.includes(record.classId));
}

/** The records of students in one subject and term, by student. One request for each hundred. */
export async function readSubjectRecordsByStudent(
  studentIds: readonly string[],
  of: Omit<RecordKey, 'studentId'>,
): Promise<ReadonlyMap<string, SubjectRecordItem>> {
  const records = await readMany(studentIds.map((studentId) => subjectRecordKey({ ...of, studentId })));
  return new Map(records.map((record) => [record.studentId, record]));
}

/** The subject records of a student, of one term or of all, oldest first. One query. */
export async function listSubjectRecordsOfStudent(of: Pick<RecordKey, 'studentId'> | Omit<RecordKey, 'subjectId'>) {
  return SubjectRecordEntity.query(of);
}

/** The mark book's sums of a record, as they are stored. */
export const storedSumsOfRecord = ({ workSum, workOutOf, workAbsentOutOf }: Partial<SubjectRecordItem>) => ({
  ...(workSum === undefined ? {} : { workSum }),
  ...(workOutOf === undefined ? {} : { workOutOf }),
  ...(workAbsentOutOf === undefined ? {} : { workAbsentOutOf }),
});

/** The mark book's sums as the marking rules take them. */
export const courseWorkOfRecord = (record: Partial<SubjectRecordItem> | undefined) =>
  record?.workSum === undefined || record.workOutOf === undefined
    ? null
    : { sum: record.workSum, outOf: record.workOutOf, absentOutOf: record.workAbsentOutOf };

/** The calls' old names for the fields of a subject record. */
export const storedNamesOfCallFields = {
  exam_mark: 'exam',
  late: 'timesLate',
  absent: 'timesAbsent',
  app: 'application',
  con: 'conduct',
  comment: 'comment',
} as const satisfies Record<string, RecordField>;
export type CallField = keyof typeof storedNamesOfCallFields;
export const callFields = Object.keys(storedNamesOfCallFields) as CallField[];

/** What is stored of a subject record, by the calls' names. */
export const toStoredFields = (record: Partial<SubjectRecordItem> | undefined): Required<StoredFields<CallField>> => ({
  value: (field) => record?.[storedNamesOfCallFields[field]] ?? null,
  stamp: (field) => ({
    by: record?.[`${storedNamesOfCallFields[field]}By`] ?? null,
    at: record?.[`${storedNamesOfCallFields[field]}At`] ?? null,
  }),
});

/** The mark book's sums as calls answer them. */
export const toCourseWorkAnswer = (work: CourseWork | null) =>
  work && {
    mark: work.sum,
    out_of: work.outOf,
    ...(work.absentOutOf === undefined ? {} : { absent_out_of: work.absentOutOf }),
  };

/** True when a teacher has entered anything: a mark, a grade, a count or a comment. */
export const isAnythingEntered = (record: Partial<SubjectRecordItem>): boolean =>
  recordFields.some((field) => record[field] !== undefined);

/** The changed cells of a record that is removed or restored. */
export const listChangedCells = (before: Partial<SubjectRecordItem> | null, after: Partial<SubjectRecordItem> | null) =>
  recordFields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => change.before !== change.after);

/** A student's class in a term, and its level. */
export interface TermPlacement {
  classId: string;
  formLevel: number;
  /**
   * Conditions of a transaction that writes the student's first record in the class. Later writes have the record's own
   * class as their condition (ADR 0008).
   */
  checks: readonly Action[];
}

/** Changes of a student's record, and what they are decided on. */
export interface RecordChange {
  key: RecordKey;
  placement: TermPlacement;
  /** As it was read; undefined where there is no record yet. */
  record: SubjectRecordItem | undefined;
  changes: readonly ValueChange<CallField>[];
  /** What a new exam mark is out of. */
  examOutOf: number | null;
}

/** What changes make of a record. */
interface RecordUpdate {
  set: Partial<Omit<SubjectRecordItem, keyof RecordKey>>;
  remove: RecordField[];
}

/** What changes make of a record: each field with its stamp, and with an exam mark its maximum (rule 2). */
export function toRecordUpdate(
  { changes, examOutOf }: Pick<RecordChange, 'changes' | 'examOutOf'>,
  by: Authorship,
): RecordUpdate {
  const set: RecordUpdate['set'] = {};
  const remove: RecordField[] = [];
  for (const { field: name, after } of changes) {
    const field = storedNamesOfCallFields[name];
    if (after === null) remove.push(field);
    else Object.assign(set, { [field]: after });
    set[`${field}By`] = by.caller.name;
    set[`${field}At`] = by.request.now.toISOString();
    if (field === 'exam' && typeof after === 'number' && examOutOf !== null) set.examOutOf = examOutOf;
  }
  return { set, remove };
}

/** A record after an update. */
export const updatedRecord = (record: SubjectRecordItem | undefined, key: RecordKey, { set, remove }: RecordUpdate) =>
  ({
    ...record,
    ...key,
    ...set,
    ...Object.fromEntries(remove.map((field) => [field, undefined])),
  }) as SubjectRecordItem;

/** Field of the audit trail for a change of the exam mark's maximum. */
export const examMaximumAuditField = 'examOutOf';

/**
 * Writes changed fields, each only if it is stored as it was read, and their audit row, in one transaction. Other
 * fields are not touched, so that different fields of one record never conflict (rules 8, 9). `refused`: a field has
 * changed since, or the student is in another class.
 */
export function writeRecordFields(
  change: RecordChange,
  by: Authorship,
  {
    isTeacherKept = false,
    sums = {},
    listing,
  }: {
    /** Keeps the record's teacher: for corrections by others. */
    isTeacherKept?: boolean;
    /** The mark book's sums, for a record that is restored. */
    sums?: Partial<Pick<SubjectRecordItem, 'workSum' | 'workOutOf' | 'workAbsentOutOf'>>;
    /**
     * Puts the subject back on the student's term report, in the same transaction, while that is in the class of
     * `placement`.
     */
    listing?: Action;
  } = {},
): Promise<ActOutcome> {
  const { key, placement, record } = change;
  const { checks, ...student } = placement;
  const isInPlace = record?.classId === student.classId && record.formLevel === student.formLevel;
  const { set, remove } = toRecordUpdate(change, by);
  const cells = change.changes.map(({ field, ...values }) => ({ field: storedNamesOfCallFields[field], ...values }));
  const update = SubjectRecordEntity.upsert(key, {
    set: { ...student, ...sums, ...(isTeacherKept ? {} : { employeeId: by.caller.accountId }), ...set },
    remove,
    where: {
      ...Object.fromEntries(cells.map(({ field, before }) => [field, before])),
      classId: record?.classId ?? null,
      formLevel: record?.formLevel ?? null,
    },
  });
  return commit({
    by,
    changes: [update, ...(listing ? [listing] : [])],
    // A record that is there is in the class by its own condition.
    guards: { placement: isInPlace && !listing ? [] : checks },
    trail: {
      subject: subjectRecordAuditSubject(key),
      sheet: markSheetAuditName({ ...key, ...student }),
      changes: [
        ...cells,
        // The maximum of the replaced mark, so that both can be restored (rule 2).
        ...(record?.examOutOf !== undefined && set.examOutOf !== undefined && set.examOutOf !== record.examOutOf
          ? [{ field: examMaximumAuditField, before: record.examOutOf, after: set.examOutOf }]
          : []),
        ...(listing ? [{ field: 'isListed', before: false, after: true }] : []),
      ],
    },
    // Only corrections on reports are in the office log: teachers make thousands of entries.
    ...(isTeacherKept ? { logKind: 'remarks' } : {}),
  });
}
