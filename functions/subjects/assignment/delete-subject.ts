import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings, noSuchSubject, studentSubjectsWordings } from '#shared/subjects/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { expiryOfDeleted } from '../../platform/table/table.ts';
import { SubjectEntity } from '../records/store.ts';
import {
  deleteSubjectActions,
  findSubject,
  readLastUse,
  readSubjectList,
  subjectAuditSubject,
  writeSubject,
} from '../records/subject-list.ts';
import { undoableStudentSubjects } from './subject-acts.ts';
import { describeSubjectUses } from './subject-uses.ts';

/** Milliseconds by which the indexes, where uses are searched, may lag. */
const settling = 5000;

export const deleteSubject = callHandler(studentSubjectsContract.deleteSubject, {
  handle: async ({ input: { id }, caller, request }) =>
    retryRefused({
      read: readSubjectList,
      attempt: async (list) => {
        const subject = findSubject(list, id);
        const answer = (title: string) => ({ id, title, undo: request.idempotencyKey });
        if (!subject) {
          const deleted = list.subjects.find(({ subjectId }) => subjectId === id);
          if (deleted && (await isChangeDone(subjectAuditSubject(id), request.idempotencyKey)))
            return answer(deleted.title);
          throw new NotFoundError(noSuchSubject);
        }
        const { title } = subject;
        const lastUse = await readLastUse(id);
        if (lastUse !== null && Math.abs(request.now.getTime() - Date.parse(lastUse)) < settling) {
          throw refusal(assignmentWordings.givenNow);
        }
        const uses = await describeSubjectUses(id);
        if (uses.length > 0) throw refusal(`It is in use. ${uses.join(' ')}`);
        const removal = { now: request.now, expires: expiryOfDeleted(request.now), lastUse };
        const outcome = await writeSubject({
          list,
          subjectId: id,
          by: { caller, request },
          actions: deleteSubjectActions(subject, removal),
          undo: undoableStudentSubjects.keep({
            change: { kind: 'subject deleted', details: { subjectId: id } },
            what: studentSubjectsWordings.subjectDeleted(title),
            place: 'subjects',
            of: [SubjectEntity],
          }),
          changes: [{ field: 'subject', before: { title, abbr: subject.abbr }, after: null }],
        });
        return isRefused(outcome) ? outcome : answer(title);
      },
      what: 'this subject',
    }),
});

const refusal = (why: string) => new ConflictError(`${studentSubjectsWordings.subjectNotDeleted}. ${why}`);
