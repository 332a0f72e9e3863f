import { schemeFor } from '#shared/marks/scheme.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { signOffWordings } from '#shared/options/sign-off/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { computeSubjectLines } from '../../../marks/records/subject-lines.ts';
import { readClassContents } from '../../../marks/records/term-report.ts';
import { listPostHoldersOfClass } from '../../../people/records/store.ts';
import { readPeopleOfEndedTerm, subjectsOfTerm } from '../../../people/records/term-people.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { periodKey } from '../../../school/records/periods.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { readStudents } from '../../../students/records/store.ts';
import { listedFacts, withDayOfLeaving } from '../../../students/records/term-leavers.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { countOpenFindings } from '../../../term-reports/report-cards/open-findings.ts';
import { type ReportToSign, readReportsToSign } from '../records/reports-of-class.ts';
import type { ChangedField } from '../records/signed-contents.ts';
import { nameOfContents } from '../records/signed-contents.ts';
import { readPrincipals, requireStages, signingKeys } from '../records/signing-posts.ts';
import { peopleOf } from './count-signatures.ts';

/**
 * The reports of a class with their signatures, by name. Eight requests for a class of a hundred, 17 where findings are
 * shown: what these read of the class and its term is not read again.
 */
export const listSignatures = callHandler(signOffContract.listSignatures, {
  prefetch: (input, accountId) => ({ ...signingKeys(input, accountId), period: periodKey(input.year, input.term) }),
  handle: async ({ input: { class_id: classId, year, term }, caller, found, request }) => {
    const signsAs = requireStages(caller, found);
    requireFormLevel(classId);
    const ofClass = { year, term, classId };
    const read = {
      contents: readClassContents(ofClass),
      subjects: readSubjectNamesById(),
      people: readPeopleOfEndedTerm({ year, term }),
    };
    const [reports, posts, principal, today, ended, findings] = await Promise.all([
      readReportsToSign(ofClass, read.contents),
      listPostHoldersOfClass(classId, year),
      readPrincipals(),
      read.subjects,
      read.people,
      countOpenFindings(ofClass, request.now, read),
    ]);
    const students = await readStudents([...reports.keys()], listedFacts);
    const subjects = ended ? subjectsOfTerm(ended, today) : today;
    const titleOf = (subjectId: string) => subjects.get(subjectId)?.title ?? subjectId;
    return {
      signs_as: signsAs,
      people: peopleOf(posts, principal),
      // Reports of erased students are of nobody.
      students: students
        .flatMap((student) => {
          const one = reports.get(student.studentId);
          const left = withDayOfLeaving(student, found.period?.dateEnd ?? null).left !== undefined;
          return one
            ? [
                {
                  ...toLine(one, { titleOf, left }),
                  name: lastFirst(student),
                  findings: findings && (findings.get(student.studentId) ?? 0),
                },
              ]
            : [];
        })
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  },
});

function toLine(one: ReportToSign, { titleOf, left }: { titleOf: (subjectId: string) => string; left: boolean }) {
  return {
    student_id: one.report.studentId,
    left,
    contents: nameOfContents(one.contents),
    awaits: one.awaits,
    stages: one.stages.map(({ stage, state, signature, changed }) => ({
      stage,
      state,
      by: signature?.by ?? null,
      at: signature?.at ?? null,
      changed: changed.map((field) => ({ text: changedText(field, titleOf), cell: cellOf(field) })),
    })),
    missing: left ? [] : listMissing(one, titleOf),
  };
}

/** What a report lacks, as the check before posting counts it. */
function listMissing({ report, records }: ReportToSign, titleOf: (subjectId: string) => string): string[] {
  const scheme = schemeFor(school().markingScheme, report.formLevel, report.term);
  const blank = (text: string | undefined) => (text ?? '').trim() === '';
  return [
    ...computeSubjectLines(report, records, scheme)
      .filter(({ total }) => total === null)
      .map(({ subjectId }) => titleOf(subjectId))
      .sort((a, b) => a.localeCompare(b)),
    ...(blank(report.formTeacherComments) ? [remarkTitles.formTeacher] : []),
    ...(blank(report.deanComments) ? [remarkTitles.dean] : []),
  ];
}

function changedText(changed: ChangedField, titleOf: (subjectId: string) => string): string {
  if (!('subjectId' in changed)) {
    const { label, group } = termReportFields[changed.field];
    return group === 'music' && !label.startsWith('Music') ? `Music: ${label}` : label;
  }
  const title = titleOf(changed.subjectId);
  if (changed.field === 'added') return signOffWordings.subjectAdded(title);
  if (changed.field === 'taken off') return signOffWordings.subjectTakenOff(title);
  return signOffWordings.fieldOfSubject(changed.field, title);
}

const cellsOfSubject = {
  exam: 'exam_mark',
  timesLate: 'late',
  timesAbsent: 'absent',
  application: 'app',
  conduct: 'con',
  comment: 'comment',
} as const;

/** The field of the student's record; a course mark is typed in the mark book. */
function cellOf(changed: ChangedField): string | null {
  if (!('subjectId' in changed)) return changed.field;
  const column = (cellsOfSubject as Readonly<Record<string, string>>)[changed.field];
  return column === undefined ? null : `${changed.subjectId}/${column}`;
}
