import { familiesContract } from '#shared/families/contract.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { fieldsOfGroup, nameOnCard } from '#shared/term-reports/fields.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { displayCode } from '#shared/verification/signed-card.ts';
import { callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { schoolDay } from '../../school/records/school.ts';
import { studentOfAccount } from '../../sessions/student-accounts.ts';
import { requireCurrentStudent, studentKey } from '../../students/records/store.ts';
import { postedCopiesOf } from '../../term-reports/report-cards/posting/posted-reports.ts';
import { allPostings, postingKey } from '../../term-reports/report-cards/posting/postings.ts';
import type { ReportCard } from '../../term-reports/report-cards/report-card.ts';
import { ownReport, studentOfCaller } from './own-reports.ts';

/** Two queries beside the session: the postings, and the student's copies. */
export const listMyReports = callHandler(familiesContract.listMyReports, {
  prefetch: (_input, accountId) => ({ student: studentKey(studentOfAccount(accountId) ?? '-') }),
  handle: async ({ found, caller }) => {
    const studentId = studentOfCaller(caller);
    const copies = await postedCopiesOf(studentId, await allPostings());
    return {
      student: { id: studentId, name: caller.name, class_id: requireCurrentStudent(found.student).classId },
      reports: copies
        .toSorted((a, b) => b.year - a.year || b.term - a.term)
        .map(({ year, term, card, postedAt }) => ({
          ...{ year, term, title: termTitle({ year, term }), class_id: card.student.classId },
          ...{ posted_on: schoolDay(postedAt), average: card.average.text },
        })),
    };
  },
});

/** With the session and the access event three requests. */
export const readMyReport = callHandler(familiesContract.readMyReport, {
  prefetch: (term) => ({ posting: postingKey(term) }),
  handle: async ({ input: { year, term }, found, caller }) => {
    const { card, postedAt, school, signed } = await ownReport(caller, { year, term }, found.posting);
    const { student, period, average, attendance, coCurricular, remarks } = card;
    const body = {
      ...{ year, term, title: termTitle({ year, term }), school: school.name },
      ...{ name: student.name, class_id: student.classId, posted_on: schoolDay(postedAt) },
      code: signed && displayCode(signed.code),
      ...{ average, subjects: card.subjects.map(toSubject) },
      attendance: [
        ...(attendance.possible === null ? [] : [{ label: 'Possible attendance', value: String(attendance.possible) }]),
        ...factsOf('attendance', attendance),
      ],
      conduct: factsOf('conduct', card.conduct),
      co_curricular: coCurricular,
      music: card.music ? factsOf('music', card.music) : [],
      remarks: [
        ...remarkOf(remarkTitles.formTeacher, remarks.formTeacher),
        ...remarkOf(remarkTitles.dean, remarks.dean),
      ],
      new_term_beginning: period.newTermBeginning,
    };
    return reportCardsReply(body, { year, term, classId: student.classId, studentId: student.id });
  },
});

const toSubject = ({ timesLate, timesAbsent, ...subject }: ReportCard['subjects'][number]) => ({
  ...subject,
  ...{ times_late: timesLate, times_absent: timesAbsent },
});

const remarkOf = (title: string, text: string | null) => (text === null ? [] : [{ title, text }]);

/** What a group of the card says, by the labels of the fields: fields that were introduced after the posting are left out. */
const factsOf = (group: 'attendance' | 'conduct' | 'music', values: object) =>
  fieldsOfGroup(group).flatMap((field) => {
    const value: unknown = (values as Record<string, unknown>)[nameOnCard(field)];
    return value === null || value === undefined ? [] : [{ label: field.label, value: String(value) }];
  });
