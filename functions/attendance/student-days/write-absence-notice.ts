import { maxDaysPerRequest } from '#shared/attendance/register-marks.ts';
import type { SchoolDay, TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import type { Action } from '../../platform/table/action.ts';
import { type AuditFieldChange, type Authorship, auditRow } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { schoolDay } from '../../school/records/school.ts';
import { requireStudent, type StudentItem, studentKey } from '../../students/records/store.ts';
import { AbsenceNoticeEntity, type AbsenceNoticeItem, absenceNoticeKey } from '../records/absence-notice.ts';
import { type AttendanceItem, attendanceKey, recordUnlessDeleted } from '../records/attendance-record.ts';
import { applyDecisions, withdrawnEntry } from '../records/change-record.ts';
import { readSchoolDays, termDatesChecks } from '../records/school-calendar.ts';
import { writeRecords } from '../records/write-records.ts';
import { excuseInWords } from '../register/apply-entry.ts';
import { studentDayAuditSubject } from '../register/save-student-days.ts';
import { readPlaceOnDays } from '../register/students-of-class-on-day.ts';

interface Writing {
  notice: AbsenceNoticeItem;
  by: Authorship;
}

/**
 * Writes reason and excuse of an absence notice into the record of each of its school days, in one transaction.
 * @param seen entries for these days up to this time are replaced
 * @throws ConflictError where a day has another entry made later
 */
export function writeAbsenceNotice({
  seen,
  ...writing
}: Writing & { seen: string | undefined }): Promise<AbsenceNoticeItem> {
  const { notice } = writing;
  return writeDaysOfNotice(writing, (records) => {
    refuseUnseenReasons(notice, { records, seen });
    return { includes: () => true, beside: [] };
  });
}

/** Restores a withdrawn absence notice. A day with another reason stays as it is. */
export function restoreAbsenceNotice({
  beside,
  ...writing
}: Writing & { beside: Action[] }): Promise<AbsenceNoticeItem> {
  return writeDaysOfNotice(writing, () => ({
    includes: (record) => record === undefined || !hasOtherReason(record, writing.notice),
    beside,
  }));
}

interface Plan {
  /** Whether a day with this record is written. */
  includes: (record: AttendanceItem | undefined) => boolean;
  beside: Action[];
}

/**
 * Writes the days that the plan includes, and the notice, in one transaction. A notice that exists is answered as it
 * is.
 * @param why the source of the change, for the trail of each day
 */
export async function writeDaysOfNotice(
  { notice, by, why }: Writing & { why?: string },
  plan: (records: readonly AttendanceItem[]) => Plan | Promise<Plan>,
): Promise<AbsenceNoticeItem> {
  const stamp = { by: notice.by, at: notice.at };
  return retryRefused({
    what: 'these days',
    read: async () => {
      const { days: dates, terms } = await requireDays(notice);
      const { student: stored, ...found } = await readItems({
        ...keysOf(notice, dates),
        student: studentKey(notice.studentId),
      });
      const student = requireStudent(stored);
      return { dates, terms, ...found, placeOn: await placesOn(student, dates) };
    },
    attempt: async ({ dates, terms, records, known, placeOn }) => {
      if (known) return known;
      const byDate = new Map(records.map((record) => [record.date, record]));
      const { includes, beside } = await plan(records);
      const changes = dates.flatMap((day) => {
        const before = byDate.get(day.date);
        if (!includes(recordUnlessDeleted(before))) return [];
        const place = { student: placeOn(day), date: day.date, rules: day, before };
        return [{ before, after: applyDecisions(place, { reason: notice.reason, excused: notice.excused }, stamp) }];
      });
      const outcome = await write({
        studentId: notice.studentId,
        changes,
        terms,
        by,
        why,
        beside: [
          ...termDatesChecks(
            dates.map(({ date }) => date),
            terms,
          ),
          AbsenceNoticeEntity.create(notice),
          ...beside,
        ],
      });
      return outcome === 'written' ? notice : 'refused';
    },
  });
}

/**
 * The student with the class of each day: a past day may be before a change of class, a future one in the next year.
 */
async function placesOn(student: StudentItem, days: readonly SchoolDay[]): Promise<(day: SchoolDay) => StudentItem> {
  const placeOf = await readPlaceOnDays(
    student,
    days.map(({ date, year, term }) => ({ date, ofTerm: { year, term } })),
  );
  return ({ date, year, term }) => placeOf({ date, ofTerm: { year, term } }) ?? student;
}

/**
 * Deletes an absence notice and removes its reason and excuse from today's and later days, unless they were changed
 * since. Returns how many days; undefined where the notice does not exist any more.
 * @param beside actions for the same transaction, given the number of days
 */
export function deleteAbsenceNotice({ notice, beside, by }: Writing & { beside: (days: number) => Action[] }) {
  return retryRefused({
    what: 'these days',
    read: async () => {
      const {
        days,
        calendar: { terms },
      } = await readSchoolDays(notice);
      const dates = days.filter(({ date }) => date >= schoolDay(by.request.now));
      return { dates, terms, ...(await readItems(keysOf(notice, dates))) };
    },
    attempt: async ({ dates, terms, records, known }): Promise<number | undefined | 'refused'> => {
      if (!known) return undefined;
      const days = new Map(dates.map((day) => [day.date, day]));
      const changes = records.flatMap((before) => {
        const day = days.get(before.date);
        const isUnchanged =
          recordUnlessDeleted(before) !== undefined && before.reasonAt === notice.at && before.excusedAt === notice.at;
        if (!day || !isUnchanged) return [];
        const place = { student: before, date: before.date, rules: day, before };
        return [
          {
            before,
            after: applyDecisions(place, { reason: withdrawnEntry, excused: withdrawnEntry }, { by: '', at: '' }),
          },
        ];
      });
      const outcome = await write({
        studentId: notice.studentId,
        changes,
        terms,
        by,
        beside: [
          AbsenceNoticeEntity.delete({ studentId: notice.studentId, id: notice.id }, { at: notice.at }),
          ...beside(changes.length),
        ],
      });
      return outcome === 'written' ? changes.length : 'refused';
    },
  });
}

/** One transaction with a line in the trail of each day. */
function write({
  studentId,
  changes,
  terms,
  beside,
  by,
  why,
}: {
  studentId: string;
  changes: Parameters<typeof writeRecords>[0];
  terms: readonly TermDates[];
  beside: Action[];
  by: Authorship;
  why?: string | undefined;
}) {
  const rows = changes.map(({ before, after }) => {
    const was = recordUnlessDeleted(before);
    const fields: AuditFieldChange[] = [
      { field: 'reason', before: was?.reason, after: after.reason },
      { field: 'excused', before: excuseInWords(was), after: excuseInWords(after) },
      ...(why === undefined ? [] : [{ field: 'why', before: null, after: why }]),
    ];
    return auditRow({ subject: studentDayAuditSubject(after.studentId, after.date), changes: fields, by });
  });
  const row = auditRow({ subject: `student#${studentId}#told`, changes: [], by });
  return writeRecords(changes, {
    openAt: { now: by.request.now, terms },
    rows: [...rows, row],
    beside,
  });
}

const keysOf = (notice: AbsenceNoticeItem, days: readonly { date: string }[]) => ({
  records: days.map(({ date }) => attendanceKey(notice.studentId, date)),
  known: absenceNoticeKey(notice.studentId, notice.id),
});

/** Longer ranges have more than {@link maxDaysPerRequest} school days in any case. */
const maxCalendarDays = 120;

async function requireDays({ from, to }: { from: string; to: string }) {
  const tooLong = () => new ValidationError({ to: [attendanceWordings.absenceTooLong(maxDaysPerRequest)] });
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > maxCalendarDays) throw tooLong();
  const {
    days,
    calendar: { terms },
  } = await readSchoolDays({ from, to });
  if (days.length === 0) throw new ValidationError({ from: [attendanceWordings.noSchoolOnDays] });
  if (days.length > maxDaysPerRequest) throw tooLong();
  return { days, terms };
}

/**
 * Refuses an absence notice where its days have another reason or excuse that was entered after `seen`. The message
 * names each with its days and author; `conflict` has the newest, whose time is the `seen` that replaces them all.
 */
function refuseUnseenReasons(
  notice: Pick<AbsenceNoticeItem, 'reason' | 'excused'>,
  { records, seen = '' }: { records: readonly AttendanceItem[]; seen?: string | undefined },
): void {
  const others = records
    .flatMap((stored) => {
      const record = recordUnlessDeleted(stored);
      if (!record || !hasOtherReason(record, notice)) return [];
      const { reasonBy, excusedBy, reasonAt = '', excusedAt = '' } = record;
      const isReason = reasonAt >= excusedAt;
      const by = (isReason ? reasonBy : excusedBy) ?? null;
      return [{ date: record.date, text: textOf(record), by, at: isReason ? reasonAt : excusedAt }];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
  const [newest] = others.toSorted((a, b) => b.at.localeCompare(a.at));
  if (!newest || newest.at <= seen) return;
  const groups = Map.groupBy(others, ({ text, by }) => `${text} (${by ?? 'unknown'})`);
  const lines = [...groups].map(([text, days]) => `${days.map(({ date }) => displayDate(date)).join(', ')}: ${text}`);
  throw new ConflictError(attendanceWordings.otherReason(lines), {
    field: 'seen',
    yours: textOf(notice),
    theirs: newest.text,
    by: newest.by,
    at: newest.at,
  });
}

/** True where the day has another reason or another excuse. */
const hasOtherReason = (
  record: AttendanceItem,
  { reason, excused }: Pick<AbsenceNoticeItem, 'reason' | 'excused'>,
): boolean =>
  (record.reason !== undefined && record.reason !== reason) ||
  (record.excused !== undefined && record.excused !== excused);

const textOf = (said: Pick<AttendanceItem, 'reason' | 'excused'>): string =>
  [said.reason, excuseInWords(said)].flatMap((part) => part ?? []).join(', ');
