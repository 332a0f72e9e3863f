import type { CoreDomain } from './contracts.ts';
import type { CallNeeds } from './http/contract.ts';

/**
 * A durable job: work in batches that goes on when the browser closes, and can be begun again where it stopped (ADR
 * 0017).
 */
export interface JobDefinition {
  /** The function whose worker does it (`lambdaSourcePath`). */
  domain: string;
  /** Beyond the job's own record, which it always writes. */
  needs: CallNeeds;
  /** A heavy act: the operators hear of each run (rule 53). */
  isHeavy?: true;
  /** Goes through a whole school: its function is deployed with a heap that is collected early. */
  holdsSchool?: true;
}

/**
 * Every durable job of the core by its name; with those of the options they are in `product.ts`. The infrastructure
 * makes one worker and one state machine a domain of them.
 */
export const jobs = {
  /** Gives lessons of a teacher to another, with what belongs to them (rule 34). */
  'hand-over-lessons': { domain: 'lessons', needs: { table: 'write' } },
  /** Takes that back where nothing of it was changed since. */
  'undo-hand-over': { domain: 'lessons', needs: { table: 'write' } },
  /** Term reports of the students who have none yet (product §2 "Register Students"). */
  'register-students': { domain: 'terms', needs: { table: 'write' } },
  /** Takes back the reports that a registration made, where nobody has touched them since (rule 12). */
  'undo-registration': { domain: 'terms', needs: { table: 'write' } },
  /** Moves every student to the next class at the end of a year (rule 27). */
  'promote-students': { domain: 'terms', needs: { table: 'write' }, isHeavy: true },
  /** Takes that back for everyone who is as it left them. */
  'undo-promotion': { domain: 'terms', needs: { table: 'write' } },
  /** Gives a new year the lessons of an earlier one (rule 35). */
  'take-over-lessons': { domain: 'terms', needs: { table: 'write' } },
  /** Takes that back, where it is untouched. */
  'undo-take-over': { domain: 'terms', needs: { table: 'write' } },
  /** The whole school in a file (ADR 0111). */
  'export-school': {
    domain: 'terms',
    isHeavy: true,
    holdsSchool: true,
    needs: {
      table: 'write',
      scans: 'everything',
      signingKeys: 'exports',
      files: {
        'school-files': ['read', 'write'],
        'posted-cards': ['read'],
        'attendance-archive': ['read'],
        crests: ['read'],
        pictures: ['read'],
        'student-files': ['read'],
        'absence-notes': ['read'],
        'registration-files': ['read'],
        'replaced-files': ['read'],
      },
    },
  },
  /** A frozen copy of every report of a term (rule 28). */
  'post-term-reports': { domain: 'term-reports', needs: { table: 'write' }, isHeavy: true },
  /** The whole school's report cards of a term: a file a student, one a class, and all classes' in a zip. */
  'print-report-cards': {
    domain: 'term-reports',
    needs: { table: 'read', files: { 'report-cards': ['read', 'write'], crests: ['read'] } },
  },
  /** A subject with a teacher for many students of a level. */
  'assign-students': { domain: 'student-subjects', needs: { table: 'write' } },
  /** The students of a confirmed class list, new ones and those who are changed. */
  'upload-students': { domain: 'student-spreadsheets', needs: { table: 'write' } },
  /** Takes that back where nobody has touched it since. */
  'undo-student-upload': { domain: 'student-spreadsheets', needs: { table: 'write' } },
  /** Removes all that says who a student was (ADR 0060). */
  'erase-student': {
    domain: 'student-register',
    isHeavy: true,
    needs: {
      table: 'write',
      erases: 'students',
      files: {
        pictures: ['delete'],
        'student-files': ['delete'],
        'report-cards': ['delete'],
        'posted-cards': ['delete'],
        'attendance-archive': ['delete'],
        'absence-notes': ['delete'],
        'registration-files': ['delete'],
      },
      writes: ['student accounts'],
      identity: 'remove',
    },
  },
  /** The same of everybody whose years are over (ADR 0060). */
  'erase-due': {
    domain: 'student-register',
    isHeavy: true,
    needs: {
      table: 'write',
      erases: 'students',
      files: {
        pictures: ['delete'],
        'student-files': ['delete'],
        'report-cards': ['delete'],
        'posted-cards': ['delete'],
        'attendance-archive': ['delete'],
        'absence-notes': ['delete'],
        'registration-files': ['delete'],
      },
      writes: ['student accounts'],
      identity: 'remove',
    },
  },
  /** Attendance records that are older than the school file keeps in the table, into files (ADR 0058). */
  'archive-attendance': {
    domain: 'attendance',
    needs: { table: 'write', files: { 'attendance-archive': ['read', 'write', 'delete'] } },
  },
  /** The scans of a scanner's file (ADR 0061). */
  'import-scans': { domain: 'attendance', needs: { table: 'write' } },
  /** Takes them back where nothing else was said of the day since (ADR 0017). */
  'undo-import-scans': { domain: 'attendance', needs: { table: 'write' } },
  /** Decides the attendance of days again whose setting has changed (ADR 0058). */
  'decide-days-again': { domain: 'attendance', needs: { table: 'write' } },
  /**
   * Times absent and late of a term, from the attendance records, into the term reports.
   */
  'update-term-reports': {
    domain: 'attendance',
    needs: { table: 'write', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /** Takes that back where nobody has touched a figure since. */
  'undo-update-term-reports': { domain: 'attendance', needs: { table: 'write' } },
} as const satisfies Record<string, JobDefinition & { domain: CoreDomain }>;

export type JobName = keyof typeof jobs;

/** A job to be begun: one of the core by its name, one of an option with its row. */
export type JobToBegin = { name: JobName; row?: undefined } | { name: string; row: JobDefinition };

/** Names of the jobs of a domain: its worker has a handler for each. */
export type JobNameOf<D extends string> = {
  [N in JobName]: (typeof jobs)[N] extends { domain: D } ? N : never;
}[JobName];

/** `formroom-demo-terms-jobs`: a domain's worker and its state machine. */
export const jobMachineName = (schoolName: string, domain: string): string => `${schoolName}-${domain}-jobs`;

/** Input and output of a job's worker: the position of the run. */
export interface JobStep {
  name: string;
  key: string;
  run: string;
  attempt: number;
  /** Number of the batch to be worked, from 0. */
  batch: number;
  isDone: boolean;
  /** The id of the request that began the run. */
  correlationId?: string;
  /** Set by the state machine where a step failed for good. */
  error?: { Error?: string; Cause?: string };
  /** What happened, where EventBridge starts a single step. */
  event?: Readonly<Record<string, string>>;
}

/**
 * What a schedule starts each night in the hour after 07:00 UTC: compares the class rosters with the records of the
 * students (ADR 0040).
 */
export const nightlyRosterCheck = {
  domain: 'student-spreadsheets',
  hour: '7',
  description: 'Each night: whether the class rosters list the students as the records have them',
  step: { name: 'check-class-rosters', key: 'nightly', run: 'nightly', attempt: 1, batch: 0, isDone: false },
} as const satisfies { domain: CoreDomain; step: JobStep; hour: string; description: string };
