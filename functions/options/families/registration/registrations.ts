import { familiesContract } from '#shared/options/families/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readItems } from '../../../platform/table/table.ts';
import { currentPeriodKey, readCurrentPeriod } from '../../../school/records/periods.ts';
import { choicesByCodeList } from '../../../school/records/school.ts';
import { readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import { readStudents, requireCurrentStudent, studentKey } from '../../../students/records/store.ts';
import { openFileOfRegistration, toRegistrationFileRows } from '../records/registration-files.ts';
import { compareProposalWithRegister, listProposalsOfYear, proposalKey } from '../records/registration-proposals.ts';

/**
 * The rosters, the current period, and the year's proposals; of those that wait, their students in place of the
 * rosters.
 */
export const listRegistrations = callHandler(familiesContract.listRegistrations, {
  handle: async ({ input: { state } }) => {
    const [everybody, current] = await Promise.all([state ? null : readCurrentStudents(), readCurrentPeriod()]);
    const all = current ? await listProposalsOfYear(current.year) : [];
    const proposals = state ? all.filter((one) => one.state === state) : all;
    const students = everybody ?? (await readWaiting(proposals.map(({ studentId }) => studentId)));
    const byStudent = new Map(proposals.map((proposal) => [proposal.studentId, proposal]));
    return {
      year: current?.year ?? null,
      students: students
        .map((student) => ({
          student_id: student.studentId,
          name: lastFirst(student),
          class_id: student.classId,
          form_level: student.formLevel,
          state: byStudent.get(student.studentId)?.state ?? ('none' as const),
          handed_in_at: byStudent.get(student.studentId)?.handedInAt ?? null,
        }))
        .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.name.localeCompare(b.name)),
    };
  },
});

/** Those of the students who are current. One request for each hundred. */
const readWaiting = async (studentIds: readonly string[]) =>
  (await readStudents(studentIds, ['studentId', 'firstName', 'lastName', 'classId', 'formLevel', 'status'])).filter(
    ({ status }) => status === 'current',
  );

export const readRegistration = callHandler(familiesContract.readRegistration, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), current: currentPeriodKey() }),
  handle: async ({ found }) => {
    const student = requireCurrentStudent(found.student);
    const year = found.current?.year ?? null;
    const { proposal } =
      year === null ? { proposal: undefined } : await readItems({ proposal: proposalKey(student.studentId, year) });
    return {
      student_id: student.studentId,
      name: lastFirst(student),
      class_id: student.classId,
      year,
      state: proposal?.state ?? ('none' as const),
      version: proposal?.version ?? 0,
      note: proposal?.note ?? null,
      handed_in_at: proposal?.handedInAt ?? null,
      decided_by: proposal?.decidedBy ?? null,
      decided_at: proposal?.decidedAt ?? null,
      fields: compareProposalWithRegister(proposal, student).filter(
        ({ registered, proposed, is_asked, is_accepted }) => registered !== proposed || is_asked || is_accepted,
      ),
      files: toRegistrationFileRows(proposal, student).filter(
        ({ sent, is_asked, is_accepted }) => sent !== null || is_asked || is_accepted,
      ),
      codes: choicesByCodeList(),
    };
  },
});

export const openRegistrationFile = callHandler(familiesContract.openRegistrationFile, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), current: currentPeriodKey() }),
  handle: async ({ input: { kind }, found, request }) => {
    const student = requireCurrentStudent(found.student);
    const { proposal } = found.current
      ? await readItems({ proposal: proposalKey(student.studentId, found.current.year) })
      : { proposal: undefined };
    return openFileOfRegistration({ student, proposal, kind, request });
  },
});
