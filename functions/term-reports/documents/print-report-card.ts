import { authMessages } from '#shared/auth/messages.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classPostPoints } from '../../people/store.ts';
import { type CallContext, callHandler } from '../../platform/call-handler.ts';
import { isAdmin } from '../../platform/caller.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { readPoints } from '../../platform/table.ts';
import { school } from '../../school/store.ts';
import { studentPoint, studentsByIds } from '../../students/store.ts';
import { buildReportCard } from '../build-report-card.ts';
import { checkClassPost } from '../may-see-class.ts';
import type { ReportCard } from '../report-card.ts';
import { readClassReports, recordsOfStudent, termReportPoint } from '../store.ts';
import { readCardFacts } from './card-facts.ts';
import { renderReportCards } from './report-card.ts';

type Print = CallContext<typeof termReportsContract.reportCard, Record<never, never>>;

export const reportCard = callHandler(termReportsContract.reportCard, {
  handle: async ({ input, caller, request }) => {
    const cards =
      input.studentId === undefined
        ? await classCards({ ...input, classId: input.classId ?? '' }, caller)
        : await studentCards({ ...input, studentId: input.studentId }, caller);
    if (cards.length === 0) throw new NotFoundError('No student of this class is registered for this term.');
    return renderReportCards({ school: school(), cards, printedAt: request.now });
  },
});

async function classCards(
  { classId, year, term }: { classId: string; year: number; term: 1 | 2 | 3 },
  caller: Print['caller'],
): Promise<ReportCard[]> {
  await checkPost(caller, classId, year);
  const [facts, { reports, records }] = await Promise.all([
    readCardFacts({ classId, year, term }),
    readClassReports({ year, term, classId }),
  ]);
  const students = new Map(
    (await studentsByIds(reports.map((report) => report.studentId))).map((student) => [student.studentId, student]),
  );
  const recordsOf = Map.groupBy(records, (record) => record.studentId);
  return reports
    .flatMap((report) => {
      const student = students.get(report.studentId);
      const own = recordsOf.get(report.studentId) ?? [];
      return student ? [buildReportCard({ facts, student, report, records: own })] : [];
    })
    .sort((a, b) => a.student.name.localeCompare(b.student.name));
}

async function studentCards(
  {
    studentId,
    year,
    term,
    classId,
  }: { studentId: string; year: number; term: 1 | 2 | 3; classId?: string | undefined },
  caller: Print['caller'],
): Promise<ReportCard[]> {
  const { student, report } = await readPoints({
    student: studentPoint(studentId),
    report: termReportPoint({ studentId, year, term }),
  });
  const isThere = student && report && (classId === undefined || report.classId === classId);
  if (!isThere) {
    // A teacher is not told which pupils there are.
    if (!isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
    throw new NotFoundError('This student is not registered for this term.');
  }
  await checkPost(caller, report.classId, year);
  const [facts, records] = await Promise.all([
    readCardFacts({ classId: report.classId, year, term }),
    recordsOfStudent({ studentId, year, term }),
  ]);
  return [buildReportCard({ facts, student, report, records })];
}

async function checkPost(caller: Print['caller'], classId: string, year: number): Promise<void> {
  const { posts } = await readPoints({ posts: classPostPoints({ employeeId: caller.accountId, year, classId }) });
  checkClassPost(caller, posts);
}
