import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { computeAverage, examText, totalText } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { type CardValuesOfGroup, fieldsOfGroup, nameOnCard, termReportFields } from '#shared/term-reports/fields.ts';
import { computeSubjectLines, type SubjectLine } from '../../marks/records/subject-lines.ts';
import type { SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { type PeriodItem, settingsOfClass } from '../../school/records/periods.ts';
import type { ReportCard, ReportCardSubject } from './report-card.ts';

/** Facts that the cards of one class share. */
export interface CardFacts {
  school: SchoolFile;
  period: PeriodItem | undefined;
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
  /** Who teaches this class, by subject id. */
  teachers: ReadonlyMap<string, readonly { employeeId: string; name: string }[]>;
  formTeacher: string | null;
  dean: string | null;
  principal: string | null;
}

interface CardStudent {
  studentId: string;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  dateOfBirth?: string | undefined;
  houseCode?: string | undefined;
}

/**
 * Builds one student's report card from records that were read before. Pure.
 * @throws DamagedRecordError for records of which no card can be made
 */
export function buildReportCard({
  facts,
  student,
  report,
  records,
}: {
  facts: CardFacts;
  student: CardStudent;
  report: TermReportItem;
  records: readonly SubjectRecordItem[];
}): ReportCard {
  const { school, period } = facts;
  const scheme = requireSchemeOfReport(school, report);
  requireCountableContents(report, records);
  const lines = computeSubjectLines(report, records, scheme);
  const settings = settingsOfClass(period, report.classId);
  const given = [student.firstName, student.middleName].filter(Boolean).join(' ');
  return {
    student: {
      id: student.studentId,
      name: `${student.lastName}, ${given}`,
      classId: report.classId,
      formLevel: report.formLevel,
      dateOfBirth: student.dateOfBirth ?? null,
      house: school.houses.find((house) => house.id === student.houseCode)?.name ?? null,
    },
    period: {
      year: report.year,
      term: report.term,
      termTitle: schoolFileTermTitle(school.terms, report.term),
      termStart: period?.dateStart ?? null,
      termEnd: period?.dateEnd ?? null,
      newTermBeginning: settings.newTermBeginning,
    },
    attendance: {
      possible: settings.possibleAttendance,
      ...factsOf('attendance', report),
    },
    maxima: { course: scheme.course?.max ?? null, exam: scheme.exam?.max ?? null },
    ...weightsOf(scheme),
    ...(scheme.absentIsZero ? { absentIsZero: true } : {}),
    subjects: lines.map((line) => toSubject(line, facts, scheme)).sort((a, b) => a.title.localeCompare(b.title)),
    average: computeAverage(lines.map(({ total }) => total)),
    conduct: factsOf('conduct', report),
    coCurricular: report.coCurricular ?? [],
    music: school.musicClasses.includes(report.classId) ? toMusic(report) : null,
    remarks: { formTeacher: report.formTeacherComments ?? null, dean: report.deanComments ?? null },
    signatories: { formTeacher: facts.formTeacher, dean: facts.dean, principal: facts.principal },
  };
}

/** Only where a part's weight is another number than its maximum: else the head of the column says both. */
const weightsOf = ({ course, exam }: Scheme): Pick<ReportCard, 'weights'> =>
  course && exam && (course.max !== course.weight || exam.max !== exam.weight)
    ? { weights: { course: course.weight, exam: exam.weight } }
    : {};

function toSubject(line: SubjectLine, facts: CardFacts, scheme: Scheme): ReportCardSubject {
  const { subjectId, record, course, exam, examOutOf, total } = line;
  return {
    id: subjectId,
    title: facts.subjects.get(subjectId)?.title ?? subjectId,
    course: totalText(course),
    exam: examText(exam, examOutOf, scheme),
    total: totalText(total),
    timesLate: record?.timesLate ?? null,
    timesAbsent: record?.timesAbsent ?? null,
    application: record?.application ?? null,
    conduct: record?.conduct ?? null,
    comment: record?.comment ?? null,
    teacher: teacherNames(facts.teachers.get(subjectId) ?? [], record),
  };
}

/** Of several teachers of a subject, the one who entered this student's marks; all of them before that. */
function teacherNames(
  teachers: readonly { employeeId: string; name: string }[],
  record: SubjectRecordItem | undefined,
): string | null {
  const own = teachers.filter(({ employeeId }) => employeeId === record?.employeeId);
  const names = (own.length > 0 ? own : teachers).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : null;
}

/** The music block, or null where nothing is filled in. */
function toMusic(report: TermReportItem): ReportCard['music'] {
  const music = factsOf('music', report);
  return Object.values(music).some((value) => value !== null) ? music : null;
}

/** The fields of a group, by their names on the card. */
const factsOf = <G extends 'attendance' | 'conduct' | 'music'>(group: G, report: TermReportItem) =>
  Object.fromEntries(
    fieldsOfGroup(group).map((entry) => [nameOnCard(entry), report[entry.name] ?? null]),
  ) as unknown as CardValuesOfGroup<G>;

/** A stored record that no card can be made of, at any retry: it holds values that no call would have stored. */
export class DamagedRecordError extends Error {
  override name = 'DamagedRecordError';
}

/**
 * The marking scheme of a report.
 * @throws DamagedRecordError for an unknown form level or term
 */
export function requireSchemeOfReport(
  school: Pick<SchoolFile, 'markingScheme'>,
  { formLevel, term }: TermReportItem,
): Scheme {
  try {
    return schemeFor(school.markingScheme, formLevel, term);
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedRecordError('No such form level or term', { cause: error });
    throw error;
  }
}

/** @throws DamagedRecordError for marks that cannot be counted and remarks that are not text */
export function requireCountableContents(report: TermReportItem, records: readonly SubjectRecordItem[]): void {
  for (const { exam, examOutOf, workSum, workOutOf, workAbsentOutOf, comment } of records) {
    const isSound =
      isMark(exam) && isWhole(examOutOf, 1) && [workSum, workOutOf, workAbsentOutOf].every((sum) => isWhole(sum, 0));
    if (!isSound || !isText(comment)) throw new DamagedRecordError('A subject record cannot be read');
  }
  const remarks = Object.values(termReportFields).filter(({ kind }) => kind === 'remark');
  if (!remarks.every(({ name }) => isText(report[name]))) {
    throw new DamagedRecordError('A term report cannot be read');
  }
}

/** Whether a card can be made of a report; the check before posting names the others. */
export function isReadableReport(
  file: Pick<SchoolFile, 'markingScheme'>,
  report: TermReportItem,
  records: readonly SubjectRecordItem[],
): boolean {
  try {
    requireSchemeOfReport(file, report);
    requireCountableContents(report, records);
    return true;
  } catch (error) {
    if (error instanceof DamagedRecordError) return false;
    throw error;
  }
}

/** One decimal at most, or a word, as calls accept it. */
const isMark = (value: Mark | undefined): boolean =>
  value === undefined || isMarkWord(value) || value === Math.round(value * 10) / 10;
const isWhole = (value: number | undefined, least: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= least);
const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
