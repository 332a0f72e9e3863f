import { readClassReports } from '#functions/marks/records/term-report.ts';
import { handler } from '#functions/school/jobs/lambda.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { startTermRegistration } from '#functions/school/registration/start-term-registration.ts';
import { readRegisteredClasses } from '#functions/students/records/placement/registered-student.ts';
import { termsContract } from '#shared/school/contract.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { executeActionOfTest as writeRecord } from '../../support/school/records.ts';
import { startServer } from '../../support/school/server.ts';
import { killAtEachWrite } from '../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';

const classes = ['1A', '1B', '1C', '2A', '2B', '2C', '3A', '3B', '3C', '4A', '4B', '4C'].map((classId) => ({
  classId,
  formLevel: Number(classId[0]),
}));
const caller = { accountId: 'A1', name: 'Ada Office' };

/** What a registration that was killed at a write and begun again came to. */
export interface KilledRegistration {
  /** The write at which it was killed, from 1. */
  write: number;
  processed: number;
  total: number;
  state: string;
  /** Students with a report of the term, sorted, as the reports say. */
  reports: string[];
  /** How many of these reports have the subjects that the student takes. */
  withSubjects: number;
  /** Students whom their classes' registrations name, sorted. */
  registered: string[];
}

/**
 * A school of its own in this process with that many students in twelve classes, whose registrations go step by step.
 */
export async function startSteppedRegistration(count: number) {
  const school = await startServer({ isDemo: false, site: 'none' });
  const executions = await startSteppedExecutions();
  const studentIds = await addManyStudents({ count, classes, subjectIds: ['MATH'] });

  let terms = 0;
  let period: { year: number; term: 1 | 2 | 3 } = { year: 0, term: 1 };
  /** Goes to a term that nobody is registered for. */
  async function nextTerm(): Promise<void> {
    period = { year: 2025 + Math.floor(terms / 3), term: ((terms % 3) + 1) as 1 | 2 | 3 };
    terms += 1;
    await writeRecord(CurrentPeriodEntity.put(period));
  }

  let minutes = 0;
  /** POST /api/term-reports-register, a minute after the last time: a silent run is asked about. */
  async function register(classId: string | null = null) {
    minutes += 1;
    const request = { now: new Date(Date.now() + minutes * 60_000), idempotencyKey: crypto.randomUUID() };
    const answer = await startTermRegistration.handle({ input: { class_id: classId }, caller, request } as never);
    const { rows_processed, total_rows, state } = termsContract.startTermRegistration.output().parse(answer);
    return { processed: rows_processed, total: total_rows, state };
  }

  /** Begins the run and takes the steps of its execution. Answers how often the worker was called. */
  async function run(classId: string | null = null): Promise<number> {
    await register(classId);
    return executions.run(handler);
  }

  async function stored(): Promise<Pick<KilledRegistration, 'reports' | 'withSubjects' | 'registered'>> {
    const found = await Promise.all(classes.map(({ classId }) => readClassReports({ ...period, classId })));
    const reports = found.flatMap((one) => one.reports);
    return {
      reports: reports.map(({ studentId }) => studentId).sort(),
      withSubjects: reports.filter(({ subjectIds }) => subjectIds?.join() === 'MATH').length,
      registered: [...(await readRegisteredClasses(period)).keys()].sort(),
    };
  }

  /**
   * Kills a run of the class at each of its writes in turn, in a term of its own; begins it again, and looks what there
   * is.
   * @param isWritten the write was carried out and its answer lost; otherwise it was not sent
   */
  async function killAtEach(
    isWritten: boolean,
    classId: string | null,
  ): Promise<{ writes: number; survived: KilledRegistration[] }> {
    const survived: KilledRegistration[] = [];
    const writes = await killAtEachWrite({
      isWritten,
      begin: async () => {
        await nextTerm();
        return () => run(classId);
      },
      after: async (write) => {
        executions.endAll();
        await run(classId);
        survived.push({ write, ...(await register(classId)), ...(await stored()) });
      },
    });
    return { writes, survived };
  }

  return {
    studentIds,
    /** The students of the first class, 1A. */
    ofFirstClass: studentIds.filter((_, index) => index % classes.length === 0),
    killAtEach,
    stop: async () => {
      await executions.stop();
      await school.stop();
    },
  };
}
