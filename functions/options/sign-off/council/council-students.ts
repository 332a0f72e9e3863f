import { computeAverage, computeRanks } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import type { CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { toCouncilDecision } from '#shared/options/sign-off/council/limits.ts';
import { compareNames, lastFirst } from '#shared/people/shared-names.ts';
import { targetByRule } from '#shared/school/promotion.ts';
import { proposePromotion } from '#shared/school/promotion-proposal.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { joinActivities } from '#shared/term-reports/limits.ts';
import { computeSubjectLines, type SubjectLine } from '../../../marks/records/subject-lines.ts';
import type { SubjectRecordItem } from '../../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../../marks/records/term-report.ts';
import { computePromotionFacts } from '../../../school/promotion/promotion-facts.ts';
import type { RosterStudent } from '../../../students/records/rosters/class-roster.ts';

/** A student of the council's list. */
export interface ListedInCouncil {
  studentId: string;
  firstName: string;
  lastName: string;
  picture?: string | undefined;
  /** yyyy-MM-dd: the last day of a student who left the school in the term. */
  left?: string | undefined;
}

/** Reports and records of a term, of these students and perhaps of others. */
export interface Contents {
  reports: readonly TermReportItem[];
  records: readonly SubjectRecordItem[];
}

export interface CouncilFacts {
  school: Pick<SchoolFile, 'markingScheme' | 'formClasses' | 'promotion'>;
  classId: string;
  formLevel: number;
  term: 1 | 2 | 3;
  students: readonly ListedInCouncil[];
  now: Contents;
  before: Contents;
  titles: ReadonlyMap<string, { title: string }>;
  /** By student; null for a caller that does not decide. */
  decisions: ReadonlyMap<string, { to: string; fromClass: string; by: string; at: string }> | null;
  notes: ReadonlyMap<string, string>;
  /** Of whom something is proposed: the class's present students, in the current term. Others are missing. */
  proposedOf: ReadonlyMap<string, Pick<RosterStudent, 'classId' | 'repeater'>>;
  /** Sessions of the term; null where the office has not set them. */
  sessions: number | null;
}

/** The students of a council by name, with everything that is said of them. Pure. */
export function buildCouncilStudents(facts: CouncilFacts): CouncilStudent[] {
  const { school, formLevel, term, students, now, before } = facts;
  const here = contentsByStudent(now);
  const earlier = contentsByStudent(before);
  const scheme = schemeFor(school.markingScheme, formLevel, term);
  const rows = students
    .toSorted((a, b) => compareNames(a, b) || compare(a.studentId, b.studentId))
    .map((student) => {
      const { report, records } = here(student.studentId);
      const lines = computeSubjectLines(report, records, scheme);
      return { student, report, records, lines, average: computeAverage(lines.map(({ total }) => total)) };
    });
  // Who left in the term is not ranked (rule 52).
  const ranks = computeRanks(rows.map(({ student, average }) => (student.left === undefined ? average.text : null)));
  return rows.map(({ student, report, records, lines, average }, index): CouncilStudent => {
    const { studentId } = student;
    const last = earlier(studentId);
    const linesBefore = last.report
      ? computeSubjectLines(
          last.report,
          last.records,
          schemeFor(school.markingScheme, last.report.formLevel, last.report.term),
        )
      : [];
    const decision = facts.decisions?.get(studentId);
    return {
      student_id: studentId,
      name: lastFirst(student),
      picture: student.picture ?? null,
      registered: report !== undefined,
      ...(student.left === undefined ? {} : { left: student.left }),
      average: average.text,
      entered: average.entered,
      of: average.of,
      rank: ranks[index] ?? null,
      ...attendanceAndConduct(report),
      comments: report?.formTeacherComments ?? null,
      dcomments: report?.deanComments ?? null,
      cocurricular: report?.coCurricular === undefined ? null : joinActivities(report.coCurricular),
      before: last.report
        ? {
            class_id: last.report.classId,
            average: computeAverage(linesBefore.map(({ total }) => total)).text,
            ...attendanceAndConduct(last.report),
          }
        : null,
      subjects: subjectsOf(lines, { titles: facts.titles, before: linesBefore }),
      note: facts.notes.get(studentId) ?? null,
      decision: decision ? toCouncilDecision(decision.to) : null,
      decided: decision ? { from_class: decision.fromClass, by: decision.by, at: decision.at } : null,
      proposal: student.left === undefined ? proposalOf(studentId, { facts, report, records, scheme }) : null,
    };
  });
}

const { compare } = new Intl.Collator('en');

function contentsByStudent({ reports, records }: Contents) {
  const reportOf = new Map(reports.map((report) => [report.studentId, report]));
  const recordsOf = Map.groupBy(records, ({ studentId }) => studentId);
  return (studentId: string) => ({ report: reportOf.get(studentId), records: recordsOf.get(studentId) ?? [] });
}

const attendanceAndConduct = (report: TermReportItem | undefined) => ({
  times_absent: report?.timesAbsent ?? null,
  times_late: report?.timesLate ?? null,
  auth: report?.authority ?? null,
  resp: report?.responsibility ?? null,
  coop: report?.cooperation ?? null,
});

/** By title. */
function subjectsOf(
  lines: readonly SubjectLine[],
  { titles, before }: { titles: CouncilFacts['titles']; before: readonly SubjectLine[] },
): CouncilStudent['subjects'] {
  const totalBefore = new Map(before.map(({ subjectId, total }) => [subjectId, total]));
  return lines
    .map(({ subjectId, course, exam, total, record }) => ({
      subject_id: subjectId,
      title: titles.get(subjectId)?.title ?? subjectId,
      course,
      exam,
      total,
      before: totalBefore.get(subjectId) ?? null,
      absent: record?.timesAbsent ?? null,
      late: record?.timesLate ?? null,
      app: record?.application ?? null,
      con: record?.conduct ?? null,
      comment: record?.comment ?? null,
    }))
    .sort((a, b) => compare(a.title, b.title) || compare(a.subject_id, b.subject_id));
}

/** As the promotion plan proposes it. */
function proposalOf(
  studentId: string,
  {
    facts: { school, proposedOf, sessions },
    report,
    records,
    scheme,
  }: {
    facts: CouncilFacts;
    report: TermReportItem | undefined;
    records: readonly SubjectRecordItem[];
    scheme: ReturnType<typeof schemeFor>;
  },
): CouncilStudent['proposal'] {
  const student = proposedOf.get(studentId);
  if (!student) return null;
  const ruleTo = targetByRule(student, new Map(school.formClasses.map((one) => [one.id, one])));
  if (ruleTo === null) return null;
  const { passMark } = school.promotion;
  const ofReport = computePromotionFacts({ report, records }, { scheme, passMark, sessions });
  const { to, reasons } = proposePromotion({ classId: student.classId, ruleTo }, ofReport, school.promotion);
  return { to: toCouncilDecision(to), reasons };
}
