import { familiesContract } from '#shared/options/families/contract.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { callHandler, reportCardsReply } from '../../../platform/requests/call-handler.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { outboxKeyOf } from '../../../sessions/signing-key.ts';
import { readOwnOpenings } from '../../../sessions/student-access.ts';
import { requireCurrentStudent } from '../../../students/records/store.ts';
import { listPostedCopies } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { listPostings, postingKey } from '../../../term-reports/report-cards/posting/postings.ts';
import { FamilyNoteEntity, isKeptNote } from '../records/family-note.ts';
import { ofCaller, readRegistrationOf, toRegistrationStanding } from '../registration/open-registration.ts';
import { openPostedReport, requireStudentIdOfCaller } from './posted-report.ts';
import { toReportPage } from './report-page.ts';

/** Five requests beside the session: postings, then the copies; notes; window and proposal; openings. */
export const listMyReports = callHandler(familiesContract.listMyReports, {
  prefetch: (_input, accountId) => ofCaller(accountId),
  handle: async ({ found, caller, request: { now } }) => {
    const studentId = requireStudentIdOfCaller(caller);
    const student = requireCurrentStudent(found.student);
    const [copies, registration, questions] = await Promise.all([
      listPostings().then((postings) => listPostedCopies(studentId, postings)),
      readRegistrationOf(student, found.current?.year),
      school().attendance.isOn ? countQuestions(studentId, now) : null,
    ]);
    const openings = await readOwnOpenings(studentId, copies);
    const isNew = ({ year, term, postedAt }: (typeof copies)[number]) =>
      now.getTime() - postedAt.getTime() < newFor && (openings.get(`${year}#${term}`) ?? '') < postedAt.toISOString();
    return {
      student: { id: studentId, name: caller.name, class_id: student.classId },
      outbox_key: await outboxKeyOf(caller.accountId),
      registration: toRegistrationStanding(registration, now),
      questions,
      reports: copies
        .toSorted((a, b) => b.year - a.year || b.term - a.term)
        .map((copy) => ({
          year: copy.year,
          term: copy.term,
          title: termTitle(copy),
          class_id: copy.card.student.classId,
          posted_on: schoolDay(copy.postedAt),
          average: copy.card.average.text,
          is_new: isNew(copy),
        })),
    };
  },
});

/** Milliseconds. Openings are kept for longer: a report that was opened long ago is not new again. */
const newFor = 90 * 86_400_000;

/** Notes that wait for the family's answer. One query. */
const countQuestions = async (studentId: string, now: Date): Promise<number> =>
  (await FamilyNoteEntity.query({ studentId })).filter((note) => note.state === 'asked' && isKeptNote(note, now))
    .length;

/** With the session and the access event three requests. */
export const readMyReport = callHandler(familiesContract.readMyReport, {
  prefetch: (term) => ({ posting: postingKey(term) }),
  handle: async ({ input: { year, term }, found, caller }) => {
    const copy = await openPostedReport(requireStudentIdOfCaller(caller), { year, term }, found.posting);
    const { id: studentId, classId } = copy.card.student;
    return reportCardsReply(toReportPage(copy), { year, term, classId, studentId });
  },
});
