import * as z from 'zod/mini';
import { day } from '../http/fields.ts';
import { attendanceWordings } from './wordings.ts';

/** Parts of a school day: two a day, and what possible attendance counts (rule 38). */
export const sessions = ['am', 'pm'] as const;
export type AttendanceSession = (typeof sessions)[number];

/** Present or absent in a session. */
export type SessionMark = 'P' | 'A';

/** A time of day at the school: HH:mm. */
export const timeOfDay = z.lazy(() => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, attendanceWordings.aTime)));

const usual = {
  lateAfter: '08:00',
  amUntil: '10:00',
  pmFrom: '12:00',
  pmLateAfter: '13:00',
  pmUntil: '14:00',
  afternoonBy: 'arrival',
  leavesAfterMinutes: 30,
} as const;

/** The limits by which scans become marks. */
export const scanLimitsSchema = () =>
  z
    .strictObject({
      /** A later arrival is late. */
      lateAfter: z._default(timeOfDay, usual.lateAfter),
      /** An arrival up to then is present in the morning. */
      amUntil: z._default(timeOfDay, usual.amUntil),
      /** A student who leaves before then is absent in the afternoon. */
      pmFrom: z._default(timeOfDay, usual.pmFrom),
      /** An arrival for the afternoon only is late after this. */
      pmLateAfter: z._default(timeOfDay, usual.pmLateAfter),
      /** An arrival up to then is present in the afternoon. */
      pmUntil: z._default(timeOfDay, usual.pmUntil),
      /** Whether a morning arrival counts for the afternoon too, or only a scan after `pmFrom`. */
      afternoonBy: z._default(z.enum(['arrival', 'scan']), usual.afternoonBy),
      /** Minutes after the first scan from which another means leaving; a sooner one belongs to the arrival. */
      leavesAfterMinutes: z._default(z.int().check(z.gte(1), z.lte(600)), usual.leavesAfterMinutes),
    })
    .check(
      z.refine(
        (limits) => limits.lateAfter <= limits.amUntil && limits.amUntil <= limits.pmUntil,
        'lateAfter, amUntil and pmUntil must follow one another.',
      ),
      z.refine(
        (limits) => limits.pmFrom <= limits.pmLateAfter && limits.pmLateAfter <= limits.pmUntil,
        'pmFrom, pmLateAfter and pmUntil must follow one another.',
      ),
    );
export type ScanLimits = z.output<ReturnType<typeof scanLimitsSchema>>;

/** Days without school, both ends included, with their name. */
const closedDays = () =>
  z
    .strictObject({
      /** First day, yyyy-MM-dd. */
      from: day,
      /** Last day, the same for a single one. */
      to: day,
      /** As screens and documents call it. */
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    })
    .check(z.refine(({ from, to }) => from <= to, attendanceWordings.firstAfterLast));

/** Attendance in the school file: off unless the school says so (product §2). */
export const attendanceSettings = () =>
  z.strictObject({
    /** Whether the school uses attendance. */
    isOn: z._default(z.boolean(), false),
    /** By which times a scan is judged, HH:mm of the school. */
    limits: z.prefault(scanLimitsSchema(), {}),
    /** Days without school, such as holidays; the office can close more. */
    closedDays: z._default(z.array(closedDays()).check(z.maxLength(200)), []),
    /** Days before today that a subject teacher may register: 0 is only today (rule 50). */
    subjectTeacherDays: z._default(z.int().check(z.gte(0), z.lte(30)), 0),
    /** Days after a term's last one on which its attendance stays open (rule 49). */
    openDaysAfterTerm: z._default(z.int().check(z.gte(0), z.lte(366)), 14),
    /** Years after which records can be archived. */
    archiveAfterYears: z._default(z.int().check(z.gte(1), z.lte(30)), 3),
  });
export type AttendanceSettings = z.output<ReturnType<typeof attendanceSettings>>;
