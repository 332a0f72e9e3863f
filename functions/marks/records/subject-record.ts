import type { EntityItem } from 'electrodb';
import {
  type Attempt,
  type Author,
  auditRow,
  createAudit,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { type Action, directTransaction, directUpdate, fillTemplate } from '../../platform/table/direct-write.ts';
import type { FieldValue } from '../../platform/table/field-changes.ts';
import { entity, itemKey, readMany, termAttribute } from '../../platform/table/table.ts';
import { markAttribute } from './mark-attribute.ts';
import type { Placement } from './placement.ts';

const grade = { type: ['A', 'B', 'C', 'D', 'E'] as const } as const;
const count = { type: 'number' } as const;
const text = { type: 'string' } as const;

/** What a teacher writes of a student's subject in a term. Each has a stamp beside it: who wrote it last, and when. */
export const recordFields = ['exam', 'timesLate', 'timesAbsent', 'application', 'conduct', 'comment'] as const;
export type RecordField = (typeof recordFields)[number];

/** The record's keys, for the entity and for the direct write alike. */
const templates = {
  pk: 'student#${studentId}',
  sk: 'record#${year}#${term}#${subjectId}',
  gsi1pk: 'sheet#${year}#${term}#${subjectId}#${formLevel}',
  gsi1sk: '${classId}#${studentId}',
  gsi2pk: 'class#${year}#${term}#${classId}',
  gsi2sk: '${studentId}#record#${subjectId}#${formLevel}',
  gsi3pk: 'entered#${year}#${term}#${subjectId}#${classId}',
  gsi3sk: '${formLevel}#${studentId}',
} as const;

/** Names a class's records of a subject and term in the index that progress is counted from. */
export const enteredPartition = (of: Omit<RecordKey, 'studentId'> & { classId: string }): string =>
  fillTemplate(templates.gsi3pk, of);

/**
 * The marks of one student in one subject and term; class and level are attributes of that term (rule 7). A field
 * without a value is absent, for a blank is not a zero (rule 4).
 */
export const SubjectRecord = entity({
  model: { entity: 'subject-record', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    subjectId: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    exam: { type: markAttribute },
    /** The maximum the exam mark was out of when it was entered (rule 2). */
    examOutOf: { type: 'number' },
    timesLate: count,
    timesAbsent: count,
    application: grade,
    conduct: grade,
    comment: text,
    /** The mark book's sums; written only together with the mark book (rule 3). */
    workSum: { type: 'number' },
    workOutOf: { type: 'number' },
    /** What the assessments were out of in which the student was absent; missing where there is none. */
    workAbsentOutOf: { type: 'number' },
    /** UTC time of the mark book's last change. */
    workAt: text,
    /** Who entered last. */
    employeeId: text,
    examBy: text,
    examAt: text,
    timesLateBy: text,
    timesLateAt: text,
    timesAbsentBy: text,
    timesAbsentAt: text,
    applicationBy: text,
    applicationAt: text,
    conductBy: text,
    conductAt: text,
    commentBy: text,
    commentAt: text,
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: templates.pk, casing: 'none' },
      sk: {
        field: 'sk',
        composite: ['year', 'term', 'subjectId'],
        template: templates.sk,
        casing: 'none',
      },
    },
    sheet: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['year', 'term', 'subjectId', 'formLevel'],
        template: templates.gsi1pk,
        casing: 'none',
      },
      sk: {
        field: 'gsi1sk',
        composite: ['classId', 'studentId'],
        template: templates.gsi1sk,
        casing: 'none',
      },
    },
    ofClass: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['year', 'term', 'classId'],
        template: templates.gsi2pk,
        casing: 'none',
      },
      sk: {
        field: 'gsi2sk',
        // With the level, because an update writes an index key only if it sets a part of it.
        composite: ['studentId', 'subjectId', 'formLevel'],
        template: templates.gsi2sk,
        casing: 'none',
      },
    },
    entered: {
      index: 'gsi3',
      pk: {
        field: 'gsi3pk',
        composite: ['year', 'term', 'subjectId', 'classId'],
        template: templates.gsi3pk,
        casing: 'none',
      },
      sk: { field: 'gsi3sk', composite: ['formLevel', 'studentId'], template: templates.gsi3sk, casing: 'none' },
    },
  },
});

export type SubjectRecordItem = EntityItem<typeof SubjectRecord>;

export interface RecordKey {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  subjectId: string;
}

export const subjectRecordKey = (key: RecordKey) => itemKey(SubjectRecord, key);

/** Names a subject record in the audit trail. */
export const recordSubject = ({ studentId, year, term, subjectId }: RecordKey): string =>
  `student#${studentId}#${year}#${term}#${subjectId}`;

/**
 * Names a sheet in the audit trail: every class of a level in a subject and term, so that changes stay with a student who
 * goes to another class.
 */
export const sheetName = ({ year, term, subjectId, formLevel }: Omit<RecordKey, 'studentId'> & { formLevel: number }) =>
  `${year}#${term}#${subjectId}#${formLevel}`;

/** The subject records of the given classes of a level. One query. */
export async function recordsOfSheet({
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
  const { data } = await SubjectRecord.query
    .sheet({ year, term, subjectId, formLevel, ...(isOne ? { classId: only } : {}) })
    .go({ pages: 'all' });
  return data.filter((record) => classIds.includes(record.classId));
}

/** The records of students in one subject and term, by student. One request for each hundred. */
export async function recordsByStudent(
  studentIds: readonly string[],
  of: Omit<RecordKey, 'studentId'>,
): Promise<ReadonlyMap<string, SubjectRecordItem>> {
  const records = await readMany(studentIds.map((studentId) => subjectRecordKey({ ...of, studentId })));
  return new Map(records.map((record) => [record.studentId, record]));
}

/** The subject records of a student, of one term or of all, oldest first. One query. */
export async function recordsOfStudent(of: Pick<RecordKey, 'studentId'> | Omit<RecordKey, 'subjectId'>) {
  const { data } = await SubjectRecord.query.record(of).go({ pages: 'all', consistent: true });
  return data;
}

/** The mark book's sums of a record, as they are stored. */
export const sumsIn = ({ workSum, workOutOf, workAbsentOutOf }: Partial<SubjectRecordItem>) => ({
  ...(workSum === undefined ? {} : { workSum }),
  ...(workOutOf === undefined ? {} : { workOutOf }),
  ...(workAbsentOutOf === undefined ? {} : { workAbsentOutOf }),
});

/** The mark book's sums as the marking rules take them. */
export const workOf = (record: Partial<SubjectRecordItem> | undefined) =>
  record?.workSum === undefined || record.workOutOf === undefined
    ? null
    : { sum: record.workSum, outOf: record.workOutOf, absentOutOf: record.workAbsentOutOf };

/** True when a teacher has entered anything: a mark, a grade, a count or a comment. */
export const isEntered = (record: Partial<SubjectRecordItem>): boolean =>
  recordFields.some((field) => record[field] !== undefined);

/** What a record that goes, or comes back, means for its cells. */
export const cellChanges = (before: Partial<SubjectRecordItem> | null, after: Partial<SubjectRecordItem> | null) =>
  recordFields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => change.before !== change.after);

/** One field's change: `stored` is what the table must still hold for the write to count; null is a missing value. */
export interface FieldChange {
  field: RecordField;
  stored: FieldValue;
  value: FieldValue;
}

/** How the audit trail says that an exam mark is out of another maximum than the one before. */
export const outOfField = 'examOutOf';

/**
 * Writes changed fields, each on the condition that it still holds what it held, and their audit row, in one transaction.
 * Fields that are not named are not touched, so different fields of one record never conflict (rules 8, 9).
 * `refused`: a field holds something else by now, or the student is in another class.
 */
export function writeRecordFields({
  key,
  placement,
  stored,
  changes,
  examOutOf,
  isTeacherKept = false,
  caller,
  request,
  restoredTo,
  sums = {},
  listing,
}: {
  key: RecordKey;
  placement: Placement;
  /** The class of the record as it was read; undefined where there is no record yet. */
  stored: { classId: string; formLevel: number; examOutOf?: number | undefined } | undefined;
  changes: readonly FieldChange[];
  /** What a new exam mark is out of. */
  examOutOf: number | null;
  /** Leaves the teacher of the record who it was: for corrections by others. */
  isTeacherKept?: boolean;
  caller: Author;
  request: Attempt;
  /** The moment that these changes bring back. */
  restoredTo?: string;
  /** The mark book's sums, for a record that comes back whole. */
  sums?: Partial<Pick<SubjectRecordItem, 'workSum' | 'workOutOf' | 'workAbsentOutOf'>>;
  /** Puts the subject back on the student's term report, in the same transaction, while that is in the class of `placement`. */
  listing?: Action;
}): Promise<Outcome> {
  const at = request.now.toISOString();
  const { checks, ...student } = placement;
  const isInPlace = stored?.classId === student.classId && stored.formLevel === student.formLevel;
  const values: Record<string, unknown> = {
    ...student,
    ...sums,
    ...(isTeacherKept ? {} : { employeeId: caller.accountId }),
  };
  const cleared: RecordField[] = [];
  for (const { field, value } of changes) {
    if (value === null) cleared.push(field);
    else values[field] = value;
    values[`${field}By`] = caller.name;
    values[`${field}At`] = at;
    if (field === 'exam' && typeof value === 'number' && examOutOf !== null) values.examOutOf = examOutOf;
  }
  const row = auditRow({
    subject: recordSubject(key),
    changes: [
      ...changes.map(({ field, stored: before, value }) => ({ field, before, after: value })),
      // What the mark that is replaced was out of, to be brought back with it (rule 2).
      ...(stored?.examOutOf !== undefined && values.examOutOf !== undefined && values.examOutOf !== stored.examOutOf
        ? [{ field: outOfField, before: stored.examOutOf, after: values.examOutOf }]
        : []),
      ...(listing ? [{ field: 'isListed', before: false, after: true }] : []),
    ],
    caller,
    request,
    // What teachers enter on their sheets is by the thousand; a correction on the report is an act of the office or the dean.
    ...(isTeacherKept ? { logKind: 'remarks' } : {}),
  });
  const { pk, sk, ...indexKeys } = keysOf({ ...key, ...student });
  const update = directUpdate({
    key: { pk, sk },
    set: { ...key, ...values, ...indexKeys, __edb_e__: 'subject-record', __edb_v__: '1' },
    remove: cleared,
    expected: {
      ...Object.fromEntries(changes.map(({ field, stored: value }) => [field, value])),
      classId: stored?.classId ?? null,
      formLevel: stored?.formLevel ?? null,
    },
  });
  return writeAudited(
    directTransaction([
      update,
      // A transaction takes one action an item: the listing checks the report itself.
      ...(listing ? [listing] : isInPlace ? [] : checks),
      createAudit(row, { sheet: sheetName({ ...key, ...student }), restoredTo }),
    ]),
  );
}

const keysOf = (attributes: RecordKey & { classId: string; formLevel: number }) =>
  Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillTemplate(template, attributes)]),
  ) as Record<keyof typeof templates, string>;
