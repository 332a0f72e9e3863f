import {
  type AttributeOf,
  type KindOf,
  type ReportAttribute,
  type ReportField,
  termReportFields,
} from '#shared/term-reports/fields.ts';
import { type Action, notStoredCheck, storedValuesCheck } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit, type TrailEntry } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { queryPartitionByEntity, readMany } from '../../platform/table/table.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import { makesReportsStale } from './class-records-version.ts';
import { recordAttributesWithoutStamps, SubjectRecordEntity, type TermPlacement } from './subject-record.ts';

interface ValueOfKind {
  count: number;
  grade: 'A' | 'B' | 'C' | 'D' | 'E';
  activities: string[];
  remark: string;
}
type Written = { [F in ReportField as AttributeOf<F>]?: ValueOfKind[KindOf<F>] | undefined };
/** Each field has a stamp beside it: who wrote it last, and when (rule 9). */
type Stamps = { [S in `${ReportAttribute}${'By' | 'At'}`]?: string | undefined };

/** A report's fields and their stamps. */
export const reportAttributesWithStamps = Object.values(termReportFields).flatMap(
  ({ name }) => [name, `${name}By`, `${name}At`] as const,
);

/** A student's term report without its subjects' marks. It exists from the registration for the term on. */
export interface TermReportItem extends Written, Stamps {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  /** The class of that term: an attribute, not part of the key (rule 7). */
  classId: string;
  formLevel: number;
  /** Subjects of the registration and those assigned since: what the report lists, marked or not. */
  subjectIds?: string[] | undefined;
}

export const TermReportEntity = entity<TermReportItem>()({
  name: 'term-report',
  pk: 'student#${studentId}',
  sk: 'report#${year}#${term}',
  guard: inOpenTerm,
  companions: makesReportsStale,
  indexes: {
    ofClass: { index: 'gsi2', pk: 'class#${year}#${term}#${classId}', sk: 'report#${studentId}' },
  },
  sets: ['subjectIds'],
});

/** The students registered in a class for a term, so that a mark sheet needs no query of the reports. */
interface ClassRegistrationItem {
  year: number;
  term: 1 | 2 | 3;
  classId: string;
  studentIds?: string[] | undefined;
}

export const ClassTermRegistrationEntity = entity<ClassRegistrationItem>()({
  name: 'class-registration',
  pk: 'class#${year}#${term}#${classId}',
  sk: 'registration',
  guard: inOpenTerm,
  sets: ['studentIds'],
});

/** A student and a term. */
export interface ReportKey {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
}

export const termReportKey = (report: ReportKey) => TermReportEntity.key(report);

/** Names a term report in the audit trail. */
export const termReportAuditSubject = ({ studentId, year, term }: ReportKey): string =>
  `student#${studentId}#${year}#${term}`;

/** Adds a subject to an existing term report, if that still is in the class it was read in. */
export const addSubjectToReportAction = (
  { studentId, year, term, subjectId }: ReportKey & { subjectId: string },
  place: { classId: string; formLevel: number },
): Action =>
  TermReportEntity.update(
    { studentId, year, term },
    { add: { subjectIds: [subjectId] }, where: whereUnchanged(place, ['classId', 'formLevel']) },
  );

/** Removes a subject from an existing term report, if that still is in the class it was read in. */
export const removeSubjectFromReportAction = (
  { studentId, year, term, subjectId }: ReportKey & { subjectId: string },
  { classId }: { classId: string },
): Action =>
  TermReportEntity.update({ studentId, year, term }, { removeFrom: { subjectIds: [subjectId] }, where: { classId } });

interface InClass {
  classId: string;
  formLevel: number;
}

/**
 * A student's class in a term: marks of a term stay with that class (rule 7). It is that of the report; without one, of
 * the subject record; without either, of the subject that the student takes now.
 */
export function decidePlacementInTerm(
  key: ReportKey & { subjectId: string },
  {
    report,
    record,
    assignment,
  }: { report: InClass | undefined; record: InClass | undefined; assignment: InClass | undefined },
): TermPlacement | undefined {
  if (report) return { ...placeOf(report), checks: [reportInClassCheck(key, report)] };
  const noReport = reportInClassCheck(key, undefined);
  if (record) return { ...placeOf(record), checks: [noReport] };
  if (!assignment) return undefined;
  const taken = storedValuesCheck(assignmentKey(key.studentId, key.subjectId), placeOf(assignment));
  return { ...placeOf(assignment), checks: [noReport, taken] };
}

const placeOf = ({ classId, formLevel }: InClass) => ({ classId, formLevel });

/** Condition: the term report is in that class; with undefined, there is no report. */
export const reportInClassCheck = (key: ReportKey, report: InClass | undefined) =>
  report ? storedValuesCheck(termReportKey(key), placeOf(report)) : notStoredCheck(termReportKey(key));

/** The value of an attribute as the table holds it; null is a missing one. */
export type ReportValue = string | number | readonly string[] | null;

/** A changed attribute of a term report. */
export interface ReportChange {
  field: ReportAttribute;
  before: ReportValue;
  after: ReportValue;
}

interface ReportWrite {
  key: ReportKey;
  /** The class of the report as it was read. */
  classId: string;
  changes: readonly ReportChange[];
  by: Authorship;
}

/**
 * Writes changed attributes of an existing term report, each only if it is stored as it was read. `refused`: an
 * attribute changed since, the report is in another class, or it was deleted.
 */
export function writeReportFields(write: ReportWrite): Promise<ActOutcome> {
  const { change, trail } = changeOfReport(write);
  return commit({ by: write.by, changes: [change], trail });
}

/** Who wrote a field last, and when; absent where nobody has. */
export interface FieldStamp {
  by?: string | undefined;
  at?: string | undefined;
}

/** A change of a record, and what the audit trail says of it. */
export interface AuditedChange {
  change: Action;
  trail: TrailEntry;
}

/**
 * A change of a report, for an act. `stampOf` gives the new stamps, by default the caller's; with `seen` the stored
 * stamps must be unchanged too.
 */
export function changeOfReport(
  { key, classId, changes, by }: ReportWrite,
  { stampOf, seen }: { stampOf?: (field: ReportAttribute) => FieldStamp; seen?: TermReportItem } = {},
): AuditedChange {
  const set: Record<string, unknown> = {};
  const remove = changes.filter(({ after }) => after === null).map(({ field }): string => field);
  const expected: Record<string, unknown> = { classId };
  for (const { field, before, after } of changes) {
    const stamp = stampOf?.(field) ?? { by: by.caller.name, at: by.request.now.toISOString() };
    expected[field] = before;
    if (seen) expected[`${field}By`] = seen[`${field}By`] ?? null;
    for (const [name, value] of [
      [field, after ?? undefined],
      [`${field}By`, stamp.by],
      [`${field}At`, stamp.at],
    ] as const) {
      if (value !== undefined) set[name] = value;
      else if (name !== field) remove.push(name);
    }
  }
  const change = TermReportEntity.update(key, {
    set: set as Written & Stamps,
    remove: remove as (keyof Written)[],
    where: expected as Partial<TermReportItem>,
  });
  return { change, trail: { subject: termReportAuditSubject(key), changes } };
}

export const classRegistrationKeys = ({
  year,
  term,
  classIds,
}: {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}) => classIds.map((classId) => ClassTermRegistrationEntity.key({ year, term, classId }));

interface ClassOfTerm {
  year: number;
  term: 1 | 2 | 3;
  classId: string;
}

/** The partition of the index that holds a class's reports and records of a term. */
export const classTermPartition = ({ year, term, classId }: ClassOfTerm) =>
  ({ index: 'gsi2', partition: `class#${year}#${term}#${classId}` }) as const;

/** A class's term reports and all their subject records. One query, whatever the size of the class. */
export const readClassReports = (ofClass: ClassOfTerm) =>
  queryPartitionByEntity(classTermPartition(ofClass), { reports: TermReportEntity, records: SubjectRecordEntity });

/** The same without stamps, which are half of the bytes: for documents, copies and checks. */
export const readClassContents = (ofClass: ClassOfTerm) =>
  queryPartitionByEntity(
    { ...classTermPartition(ofClass), only: contents },
    { reports: TermReportEntity, records: SubjectRecordEntity },
  );

/** Ids of the students with a term report in a class. One query. */
export async function listStudentIdsWithReport(ofClass: ClassOfTerm): Promise<string[]> {
  const { reports } = await queryPartitionByEntity(
    { ...classTermPartition(ofClass), only: ['studentId'] },
    { reports: TermReportEntity },
  );
  return reports.map(({ studentId }) => studentId);
}

/** Attributes of reports and records that are not stamps. */
const contents = [
  ...recordAttributesWithoutStamps,
  'subjectIds',
  ...Object.values(termReportFields).map(({ name }) => name),
];

/** Reports with more times absent than the term has sessions. One request, and one for each hundred students. */
export async function listReportsAbsentMoreThan(
  sessions: number,
  { year, term, classIds }: { year: number; term: 1 | 2 | 3; classIds: readonly string[] },
): Promise<{ studentId: string; timesAbsent: number }[]> {
  const registered = await readMany(classRegistrationKeys({ year, term, classIds }));
  const reports = await readMany(
    registered.flatMap(({ studentIds = [] }) =>
      studentIds.map((studentId) => termReportKey({ studentId, year, term })),
    ),
    ['studentId', 'timesAbsent'],
  );
  return reports.flatMap(({ studentId, timesAbsent = 0 }) =>
    timesAbsent > sessions ? [{ studentId, timesAbsent }] : [],
  );
}

/** All term reports of a student, oldest first. One query. */
export async function listReportsOfStudent(studentId: string): Promise<TermReportItem[]> {
  return TermReportEntity.query({ studentId });
}

/** Whether a class has a report or a mark of a term. One query. */
export async function hasClassEntries(ofClass: ClassOfTerm): Promise<boolean> {
  const found = await queryPartitionByEntity(
    { ...classTermPartition(ofClass), only: ['studentId'] },
    { reports: TermReportEntity, records: SubjectRecordEntity },
  );
  return found.reports.length + found.records.length > 0;
}

/** Registrations of these classes for a term. One request for each hundred classes. */
export const readClassRegistrations = (of: { year: number; term: 1 | 2 | 3; classIds: readonly string[] }) =>
  readMany(classRegistrationKeys(of));

/** How many students of each class are registered for a term. One request for each hundred classes. */
export async function countRegisteredByClass({
  year,
  term,
  classIds,
}: {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}): Promise<ReadonlyMap<string, number>> {
  const classes = await readMany(classRegistrationKeys({ year, term, classIds }));
  return new Map(classes.map(({ classId, studentIds }) => [classId, studentIds?.length ?? 0]));
}
