import type { EntityItem } from 'electrodb';
import { SubjectRecord } from '../mark-sheet/store.ts';
import { entity, point, queryTogether, termAttribute } from '../platform/table.ts';

const grade = { type: ['A', 'B', 'C', 'D', 'E'] as const } as const;

/** A student's term report: all of it that is not about one subject. It exists once the student is registered for the term. */
export const TermReport = entity({
  model: { entity: 'term-report', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    /** The class of that term: an attribute, not part of what the report is of (DECISIONS 7). */
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    /** The subjects taken when the student was registered: what the report lists, marked or not. */
    subjectIds: { type: 'set', items: 'string' },
    timesAbsent: { type: 'number' },
    timesLate: { type: 'number' },
    authority: grade,
    responsibility: grade,
    cooperation: grade,
    coCurricular: { type: 'list', items: { type: 'string' } },
    formTeacherComments: { type: 'string' },
    deanComments: { type: 'string' },
    musicTimesLate: { type: 'number' },
    musicTimesAbsent: { type: 'number' },
    musicGrade: grade,
    musicApplication: grade,
    musicConduct: grade,
    musicComments: { type: 'string' },
    /** Where a class differs from the period's own. */
    possibleAttendance: { type: 'number' },
    newTermBeginning: { type: 'string' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
      sk: { field: 'sk', composite: ['year', 'term'], template: 'report#${year}#${term}', casing: 'none' },
    },
    ofClass: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['year', 'term', 'classId'],
        template: 'class#${year}#${term}#${classId}',
        casing: 'none',
      },
      sk: { field: 'gsi2sk', composite: ['studentId'], template: '${studentId}#report', casing: 'none' },
    },
  },
});

/** Who is registered in a class for a term: kept beside the reports, so that a mark sheet's count needs no further query. */
export const ClassRegistration = entity({
  model: { entity: 'class-registration', version: '1', service: 'formroom' },
  attributes: {
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    classId: { type: 'string', required: true },
    studentIds: { type: 'set', items: 'string' },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['year', 'term', 'classId'],
        template: 'class#${year}#${term}#${classId}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: [], template: 'registration', casing: 'none' },
    },
  },
});

export type TermReportItem = EntityItem<typeof TermReport>;

export const termReportPoint = (report: { studentId: string; year: number; term: 1 | 2 | 3 }) =>
  point(TermReport, report);

export const classRegistrationPoints = ({
  year,
  term,
  classIds,
}: {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}) => classIds.map((classId) => point(ClassRegistration, { year, term, classId }));

/** A class's term reports and all their subject records. One query, whatever the size of the class. */
export function readClassReports({ year, term, classId }: { year: number; term: 1 | 2 | 3; classId: string }) {
  return queryTogether(
    { index: 'gsi2', partition: `class#${year}#${term}#${classId}` },
    { reports: TermReport, records: SubjectRecord },
  );
}

/** The subject records of one student's term. One query. */
export async function recordsOfStudent({
  studentId,
  year,
  term,
}: {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
}) {
  const { data } = await SubjectRecord.query.record({ studentId, year, term }).go({ pages: 'all', consistent: true });
  return data;
}
