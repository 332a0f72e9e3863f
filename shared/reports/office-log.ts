import * as z from 'zod/mini';
import type { MenuKey } from '../http/contract.ts';
import { type CallRow, listTypes } from '../http/contract.ts';
import { day, id, reportFormat } from '../http/fields.ts';

/**
 * The kinds of change that the office log lists, with their names and the menu entry in which the values of such
 * changes are shown.
 */
export const logKinds = {
  terms: { label: 'Terms', menu: 'dashboard' },
  registration: { label: 'Registration of students', menu: 'dashboard' },
  windows: { label: 'Registration windows', menu: 'registration' },
  posting: { label: 'Posting', menu: 'postReports' },
  layouts: { label: 'Layouts of report cards', menu: 'postReports' },
  promotion: { label: 'Promotion', menu: 'promotion' },
  remarks: { label: 'Term reports', menu: 'termReports' },
  students: { label: 'Students', menu: 'students' },
  teachers: { label: 'Teachers and lessons', menu: 'employees' },
  subjects: { label: 'Subjects', menu: 'studentSubjects' },
  attendance: { label: 'Attendance settings', menu: 'attendanceStudent' },
  permissions: { label: 'Administrators and permissions', menu: 'employees' },
  files: { label: 'Files and keys for other systems', menu: 'employees' },
} as const satisfies Record<string, { label: string; menu: MenuKey }>;
export type LogKind = keyof typeof logKinds;

const kinds = Object.keys(logKinds) as LogKind[];

/** Cursor of a page: the moment and key of its last line. */
const cursor = z.lazy(() =>
  z.string().check(z.maxLength(400), z.regex(/^\d{4}-(0[1-9]|1[0-2])-\d{2}/, 'Not a place of the log.')),
);

/** Filters of the log: a month or one of its days, a person, a kind, a student. */
const logFilters = () =>
  z.strictObject({
    month: z.string().check(z.regex(/^(19[5-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'A month such as 2026-11.')),
    day: z.optional(day),
    account_id: z.optional(id),
    kind: z.optional(z.literal(kinds)),
    student_id: z.optional(id),
  });

export type OfficeLogFilters = z.input<ReturnType<typeof logFilters>>;

const logLine = () =>
  z.strictObject({
    /** Unique; cursor of the page after this line. */
    key: z.string(),
    /** yyyy-MM-dd HH:mm:ss, the school's own time. */
    at: z.string(),
    account_id: id,
    by: z.string(),
    kind: z.literal(kinds),
    /** "Term 1 2025-2026", "Form 3", "Mathematics": what was changed. */
    about: z.string(),
    /** What was done, a sentence after the person's name: "Moved Ali, Anika (01563) from 1A to 1B." */
    says: z.string(),
    student_id: z.nullable(id),
    /** `was` and `now` are null for those who may not open the screen where such values are shown. */
    changes: z.array(z.strictObject({ field: z.string(), was: z.nullable(z.string()), now: z.nullable(z.string()) })),
    shows_values: z.boolean(),
  });
export type LogLine = z.output<ReturnType<typeof logLine>>;

const ofLog = {
  method: 'GET',
  who: ['Admin'],
  menu: ['officeLog'],
  kind: 'documents',
  needs: { table: 'read' },
} as const satisfies Partial<CallRow>;

/** The office log: changes of terms, posting, promotion, registration, reports, settings, permissions (rule 11). */
export const officeLogCalls = {
  /**
   * A page, the latest first. It may be short or empty where few lines match the filters: `next` continues. The
   * workbook has all pages, up to 5,000 lines.
   */
  readOfficeLog: {
    ...ofLog,
    path: '/api/office-log',
    produces: listTypes,
    input: () => z.extend(logFilters(), { after: z.optional(cursor), format: reportFormat }),
    output: () =>
      z.strictObject({
        lines: z.array(logLine()),
        /** `after` of the next page; null on the last one. */
        next: z.nullable(cursor),
        /** Everybody whose changes can be filtered for. */
        people: z.array(z.strictObject({ account_id: id, name: z.string() })),
      }),
  },
} as const;
