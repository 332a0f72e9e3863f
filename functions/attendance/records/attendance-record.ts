import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { Decided } from '#shared/attendance/decide-day.ts';
import type { Mark } from '#shared/attendance/limits.ts';
import { entity, itemKey } from '../../platform/table/table.ts';

const stamp = { type: 'string' } as const;
/** A person's role in a class, as it is kept with an entry. */
export const classRoles = ['office', 'form teacher', 'lesson'] as const;
export type ClassRole = (typeof classRoles)[number];
const role = { type: classRoles } as const;

/**
 * What is known of a student on a school day (rule 37, ADR 0058): one record, wherever it comes from. Scans and a person's decisions
 * are kept apart; `am`, `pm`, `late` and the times are computed from them under the day's limits (`decideDay`). A field that a
 * person decided has that person's stamp, and the decision stays under any rules.
 */
export const AttendanceRecord = entity({
  model: { entity: 'attendance-record', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    /** yyyy-MM-dd at the school. */
    date: { type: 'string', required: true },
    /** The student's class when the record was made, whose counts include it. */
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    /** Optimistic lock: each write is on the condition of the version that it read. */
    version: { type: 'number', required: true },
    /** Version of the day's setting by which it was decided; absent where the school file alone decided. */
    setting: { type: 'number' },
    /** HH:mm:ss at the school of each scan, by its source and the source's own time, so that a scan that is sent twice is one. */
    scans: { type: CustomAttributeType<Readonly<Record<string, string>>>('any') },
    /** What a person decided, by field; null decides for nothing. */
    decided: { type: CustomAttributeType<Decided>('any') },
    am: { type: CustomAttributeType<Mark>('string') },
    pm: { type: CustomAttributeType<Mark>('string') },
    late: { type: 'boolean' },
    timeIn: { type: 'string' },
    timeOut: { type: 'string' },
    /** Why the student was away, in a person's words. */
    reason: { type: 'string' },
    excused: { type: 'boolean' },
    /** Sessions that were missed with an excuse, under the day's rules when it was written: what its class's counts have of it. */
    excusedSessions: { type: 'number' },
    /** Display name and UTC time of the person who decided the field. */
    amBy: stamp,
    amAt: stamp,
    pmBy: stamp,
    pmAt: stamp,
    lateBy: stamp,
    lateAt: stamp,
    /** The person's role; absent from old entries. */
    amAs: role,
    pmAs: role,
    lateAs: role,
    timeInBy: stamp,
    timeInAt: stamp,
    timeOutBy: stamp,
    timeOutAt: stamp,
    reasonBy: stamp,
    reasonAt: stamp,
    excusedBy: stamp,
    excusedAt: stamp,
    /** Epoch seconds when DynamoDB removes it, where it was deleted. */
    expires: { type: 'number' },
    deletedAt: stamp,
    /** Half year of the date: `halfOf`. */
    half: { type: 'string', required: true },
    /** The month of a record in the list of late ones; absent where nobody was late. */
    lateMonth: { type: 'string' },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['studentId', 'half'],
        template: 'attendance#${studentId}#${half}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: ['date'], template: '${date}', casing: 'none' },
    },
    late: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['lateMonth'], template: 'late#${lateMonth}', casing: 'none' },
      sk: {
        field: 'gsi1sk',
        composite: ['date', 'classId', 'studentId'],
        template: '${date}#${classId}#${studentId}',
        casing: 'none',
      },
    },
  },
});

export type AttendanceItem = EntityItem<typeof AttendanceRecord>;

/** Half of a calendar year, `2026H2`: what one partition of attendance is of. A term is in one or two of them. */
export const halfOf = (date: string): string => `${date.slice(0, 4)}H${date.slice(5, 7) <= '06' ? 1 : 2}`;

export const firstDayOf = (half: string): string => `${half.slice(0, 4)}-${half.endsWith('H1') ? '01-01' : '07-01'}`;
export const lastDayOf = (half: string): string => `${half.slice(0, 4)}-${half.endsWith('H1') ? '06-30' : '12-31'}`;

/** The halves that a range of days touches. */
export function halvesOf({ from, to }: DayRange): string[] {
  const halves: string[] = [];
  const last = halfOf(to);
  for (let half = halfOf(from); half <= last; half = nextHalf(half)) halves.push(half);
  return halves;
}

/** Days, both ends included. */
export interface DayRange {
  from: string;
  to: string;
}

const nextHalf = (half: string): string =>
  half.endsWith('H1') ? `${half.slice(0, 4)}H2` : `${String(Number(half.slice(0, 4)) + 1).padStart(4, '0')}H1`;

export const attendanceKey = (studentId: string, date: string) =>
  itemKey(AttendanceRecord, { studentId, date, half: halfOf(date) });

/** A deleted record is none. */
export const notDeleted = (record: AttendanceItem | undefined): AttendanceItem | undefined =>
  record?.deletedAt === undefined ? record : undefined;

/** A record as the table holds it. Only a late student's has the keys of the list of late ones, which ElectroDB's put cannot leave out. */
export const attendanceItem = (record: AttendanceItem) => ({
  ...record,
  ...attendanceKey(record.studentId, record.date).key,
  ...(record.lateMonth === undefined
    ? {}
    : { gsi1pk: `late#${record.lateMonth}`, gsi1sk: `${record.date}#${record.classId}#${record.studentId}` }),
  __edb_e__: 'attendance-record',
  __edb_v__: '1',
});
