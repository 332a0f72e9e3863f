import { termsContract } from '#shared/school/contract.ts';
import { termRegistrationWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { listUnregisteredByClass, readRegisteredClasses } from '../../students/records/placement/registered-student.ts';
import { refuseJobInClosedTerm } from '../records/closed-terms.ts';
import { readCurrentPeriod } from '../records/periods.ts';
import { formLevelsByClass } from '../records/school.ts';
import { readTermToRegister, registrationJobKey, toRegistrationUndo } from './registration-runs.ts';

export const startTermRegistration = callHandler(termsContract.startTermRegistration, {
  handle: async ({ input: { class_id: classId }, caller, request }) => {
    const period = await readTermToRegister(classId);
    const job = await runJob({
      name: 'register-students',
      key: registrationJobKey(period, classId),
      input: period,
      plan: async () => {
        await refuseJobInClosedTerm(period);
        const classes = await listUnregisteredByClass(period);
        return batchUnregisteredStudents(classId === null ? classes : classes.filter((one) => one.classId === classId));
      },
      by: { caller, request },
    });
    // The reason of a run that failed because the term was closed meanwhile.
    if (job.state === 'failed') await refuseJobInClosedTerm(period);
    return toProgress(job);
  },
});

export const previewRegistration = callHandler(termsContract.previewRegistration, {
  handle: async () => {
    const classes = await listUnregisteredByClass(await readTermToRegister(null));
    const levels = formLevelsByClass();
    return classes.map(({ classId, students, unregistered }) => ({
      class_id: classId,
      form_level: levels.get(classId) ?? 1,
      students,
      not_registered: unregistered.length,
    }));
  },
});

export const listStudentsOfRegistration = callHandler(termsContract.listStudentsOfRegistration, {
  handle: async () => {
    const period = await readCurrentPeriod();
    const registered = period ? await readRegisteredClasses(period) : new Map<string, { classId: string }>();
    const students = [...registered]
      .map(([studentId, { classId }]) => ({ student_id: studentId, class_id: classId }))
      .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.student_id.localeCompare(b.student_id));
    return { students, total: students.length };
  },
});

/** What a transaction takes at most, without the audit row and the check that the term is open. */
const actions = 98;
/** The report, and the check that the student still is in the class. */
const actionsOfStudent = 2;
/** Its registration, and the version of its records. */
const actionsOfClass = 2;

/**
 * Students in the order of their classes, in batches of one transaction each.
 */
export function batchUnregisteredStudents(classes: readonly { unregistered: readonly string[] }[]): string[][] {
  const batches: string[][] = [];
  let free = 0;
  for (const { unregistered } of classes) {
    let rest = unregistered;
    while (rest.length > 0) {
      if (free < actionsOfClass + actionsOfStudent) {
        batches.push([]);
        free = actions;
      }
      const here = rest.slice(0, Math.floor((free - actionsOfClass) / actionsOfStudent));
      batches.at(-1)?.push(...here);
      free -= here.length * actionsOfStudent + actionsOfClass;
      rest = rest.slice(here.length);
    }
  }
  return batches;
}

export const undoRegistration = callHandler(termsContract.undoRegistration, {
  handle: async ({ input: { class_id: classId }, caller, request }) => {
    const period = await readTermToRegister(classId);
    const key = registrationJobKey(period, classId);
    const [registration, earlier] = await Promise.all([
      readJob('register-students', key),
      readJob('undo-registration', key),
    ]);
    if (registration?.state !== 'finished') {
      throw new ConflictError(termRegistrationWordings.nothingToUndo);
    }
    // The undo of an earlier registration of the same students.
    if (earlier && (earlier.input as { run: string }).run !== registration.run) await deleteJob(earlier);
    const job = await runJob({
      name: 'undo-registration',
      key,
      input: { ...period, run: registration.run },
      plan: async () => {
        await refuseJobInClosedTerm(period);
        return readJobRows(registration);
      },
      by: { caller, request },
    });
    return toRegistrationUndo(job);
  },
});
