import { familiesContract } from '#shared/options/families/contract.ts';
import { familyJob } from '#shared/options/families/jobs.ts';
import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readMany, splitIntoPieces } from '../../../platform/table/table.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import { readStudents } from '../../../students/records/store.ts';
import { listStudentsLeftByRun } from '../accounts/account-acts.ts';
import { sortInSchoolOrder } from '../accounts/family-accounts.ts';
import {
  computeConflicts,
  computeProposedChanges,
  listProposalsOfYear,
  proposalKey,
} from '../records/registration-proposals.ts';

/**
 * The rosters, the current period, the year's proposals; for each hundred handed in, one request for the records and
 * one for the proposals.
 */
export const previewRegistrations = callHandler(familiesContract.previewRegistrations, {
  handle: async ({ input: { class_id: classId } }) => {
    const [all, current] = await Promise.all([readCurrentStudents(), readCurrentPeriod()]);
    if (!current) return { year: null, registrations: [], parts: [], conflicts: [] };
    const { year } = current;
    const handedIn = new Set(
      (await listProposalsOfYear(year)).flatMap(({ studentId, state }) => (state === 'handed in' ? studentId : [])),
    );
    const students = sortInSchoolOrder(all).filter(
      (student) => handedIn.has(student.studentId) && (classId === undefined || student.classId === classId),
    );
    const ids = students.map(({ studentId }) => studentId);
    const [records, proposals] = await Promise.all([
      readStudents(ids),
      readMany(ids.map((studentId) => proposalKey(studentId, year))),
    ]);
    const recordOf = new Map(records.map((record) => [record.studentId, record]));
    const proposalOf = new Map(proposals.map((proposal) => [proposal.studentId, proposal]));
    const counts = new Map<RegistrationPart, number>();
    const registrations: { student_id: string; version: number }[] = [];
    const conflicts: { student_id: string; name: string; class_id: string; parts: RegistrationPart[] }[] = [];
    for (const student of students) {
      const { studentId } = student;
      const record = recordOf.get(studentId);
      const proposal = proposalOf.get(studentId);
      if (record?.status !== 'current' || proposal?.state !== 'handed in') continue;
      const changes = computeProposedChanges(proposal, record);
      const parts = computeConflicts(proposal, changes);
      if (parts.length > 0) {
        conflicts.push({ student_id: studentId, name: lastFirst(record), class_id: record.classId, parts });
        continue;
      }
      registrations.push({ student_id: studentId, version: proposal.version });
      for (const { part } of changes) counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    return {
      year,
      registrations,
      conflicts,
      parts: [...counts].map(([part, count]) => ({ part, students: count })).sort((a, b) => b.students - a.students),
    };
  },
});

/** Registrations of a step, which is to end within a minute: each has some ten requests, and six files are copied. */
const registrationsPerStep = 10;

/** The row of a registration in the plan of a run. */
interface PlannedRegistration {
  studentId: string;
  year: number;
  version: number;
}
export const parsePlannedRegistration = (row: string): PlannedRegistration => JSON.parse(row) as PlannedRegistration;

export const acceptRegistrations = callHandler(familiesContract.acceptRegistrations, {
  handle: async ({ input: { year, registrations }, caller, request }) => {
    const rows = registrations.map(({ student_id: studentId, version }) =>
      JSON.stringify({ studentId, year, version } satisfies PlannedRegistration),
    );
    const plan = async () => {
      if ((await readCurrentPeriod())?.year !== year) throw new ConflictError(familyRegistrationWordings.changedSince);
      return splitIntoPieces([...new Set(rows)], registrationsPerStep);
    };
    const job = await runJob({
      ...familyJob('accept-registrations'),
      key: request.idempotencyKey,
      plan,
      by: { caller, request },
    });
    return { ...toProgress(job), left: await listStudentsLeftByRun(job) };
  },
});
