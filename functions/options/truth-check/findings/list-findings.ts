import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { classPostKeys } from '../../../people/records/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readClassOfTerm } from './class-contents.ts';
import { readDismissals } from './dismissed-finding.ts';
import { findInClass } from './findings-of-class.ts';
import { findSeenFindings } from './seen-findings.ts';
import { readTermToJudge } from './term-to-judge.ts';

export const listFindings = callHandler(truthCheckContract.listFindings, {
  prefetch: ({ class_id, year }, accountId) => ({
    posts: classPostKeys({ employeeId: accountId, year, classId: class_id }),
  }),
  handle: async ({ input: { class_id: classId, year, term }, caller, found, request }) => {
    const isSeen = await findSeenFindings({ classId, year }, { caller, posts: found.posts });
    const [ofTerm, dismissals] = await Promise.all([
      readTermToJudge({ year, term }, request.now),
      readDismissals({ year, term, classId }),
    ]);
    const contents = await readClassOfTerm(classId, ofTerm);
    const names = new Map(contents.students.map((student) => [student.studentId, lastFirst(student)]));
    return {
      reports: contents.reports.length,
      findings: (await findInClass(contents, ofTerm))
        .filter(isSeen)
        .map(({ key, rule, studentId, subjectId, cell, text }) => {
          const { reason, by, at } = dismissals.get(key) ?? {};
          return {
            finding: key,
            rule,
            student_id: studentId,
            name: studentId === null ? null : (names.get(studentId) ?? studentId),
            subject_id: subjectId,
            title: subjectId === null ? null : (ofTerm.subjects.get(subjectId)?.title ?? subjectId),
            cell,
            text,
            dismissed: reason === undefined || by === undefined || at === undefined ? null : { reason, by, at },
          };
        }),
    };
  },
});
