import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { parsePendingRecord } from '../../../web/outbox/device/parse-stored.ts';
import type { PendingRecord } from '../../../web/outbox/pending-record.ts';
import { ensurePendingRecord } from '../../../web/outbox/pending-record.ts';
import { fieldLabel, sendSave, setSaveKindLoader, UnreadableSaveError } from '../../../web/outbox/save-kind.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';

let server: ContractServer;
beforeEach(() => {
  server = startContractServer();
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  setSaveKindLoader(() => import('../../../web/app/save-kinds.ts'));
});

type Sent = NonNullable<PendingRecord['sent']>;

const record1A = { student_id: '1001', subject_id: 'MATH', year: 2025, term: 3, class_id: '1A' };
const test1A = { week_end_date: '2026-05-14', form_class_id: '1A', subject_id: 'MATH' };
const line1A = {
  employee_id: 'E17',
  subject_id: 'MATH',
  academic_year_id: '20252026',
  term: 3,
  student_id: '1001',
  form_class_id: '1A',
};
const report1A = { student_id: '1001', year: 2025, term: 3, class_id: '1A' };
const reportSubject = { ...report1A, subject_id_old: 'MATH', subject_id_new: 'MATH' };

/** Saves as devices stored them before kinds had versions: what was typed (`fields`, `was`), and the request for it. */
const kept: readonly { row: CallRow; save: string; record: PendingRecord['record']; sent: Sent; input: object }[] = [
  {
    row: markSheetContract.saveSubjectRecord,
    save: 'subjectRecord',
    record: record1A,
    sent: {
      key: 'k1',
      fields: { exam_mark: 57.5, app: 'B', comment: null },
      was: { exam_mark: null, app: null, comment: 'x' },
    },
    input: { ...record1A, exam_mark: 57.5, app: 'B', comment: null, was: { exam_mark: null, app: null, comment: 'x' } },
  },
  {
    row: markSheetContract.saveSubjectRecord,
    save: 'subjectRecord',
    record: record1A,
    sent: { key: 'k21', fields: { exam_mark: 'Abs' }, was: { exam_mark: 57.5 } },
    input: { ...record1A, exam_mark: 'Abs', was: { exam_mark: 57.5 } },
  },
  {
    row: weeklyTestsContract.importWeeklyTests,
    save: 'weeklyMark',
    record: { ...test1A, student_id: '1002' },
    sent: { key: 'k22', fields: { mark: 'Ex' }, was: { mark: 3 } },
    input: { ...test1A, marks: [{ student_id: '1002', mark: 'Ex', was: 3 }] },
  },
  {
    row: weeklyTestsContract.importWeeklyTests,
    save: 'weeklyMark',
    record: { ...test1A, student_id: '1001' },
    sent: { key: 'k2', fields: { mark: 7 }, was: { mark: null } },
    input: { ...test1A, marks: [{ student_id: '1001', mark: 7, was: null }] },
  },
  {
    row: attendanceContract.saveAttendanceRegister,
    save: 'classRegister',
    record: { class_id: '1A', date: '2025-10-14' },
    sent: {
      key: 'k9',
      fields: { '1001/am': 'L', '1001/reason': null, '1002/am': 'P' },
      was: { '1001/am': null, '1001/reason': 'Unwell', '1002/am': 'A' },
    },
    input: {
      class_id: '1A',
      date: '2025-10-14',
      why: attendanceWordings.enteredOffline,
      students: [
        { student_id: '1001', am: 'L', reason: null, was: { am: null, reason: 'Unwell' } },
        { student_id: '1002', am: 'P', was: { am: 'A' } },
      ],
    },
  },
  {
    row: attendanceContract.saveAttendanceRegister,
    save: 'classRegister',
    record: { class_id: '1A', date: '2025-10-14', why: 'The list was found.' },
    sent: {
      key: 'k10',
      fields: { '1001/am': 'P' },
      was: { '1001/am': 'A' },
      over: { '1001/am': '2025-10-14T12:30:00.000Z' },
    },
    input: {
      class_id: '1A',
      date: '2025-10-14',
      why: 'The list was found.',
      students: [{ student_id: '1001', am: 'P', was: { am: 'A' }, over: { am: '2025-10-14T12:30:00.000Z' } }],
    },
  },
  {
    row: markBookContract.saveMark,
    save: 'bookLine',
    record: line1A,
    sent: {
      key: 'k3',
      fields: { 'assessment 2': 14, 'assessment 60': null },
      was: { 'assessment 2': null, 'assessment 60': 3 },
    },
    input: {
      ...line1A,
      marks: [
        { assesment_number: 2, mark: 14, was: null },
        { assesment_number: 60, mark: null, was: 3 },
      ],
    },
  },
  {
    row: termReportsContract.saveTermReport,
    save: 'termReport',
    record: report1A,
    sent: {
      key: 'k4',
      fields: { times_late: 2, mgrade: 'A', dcomments: 'Good' },
      was: { times_late: 1, mgrade: null, dcomments: null },
    },
    input: {
      ...report1A,
      times_late: 2,
      mgrade: 'A',
      dcomments: 'Good',
      was: { times_late: 1, mgrade: null, dcomments: null },
    },
  },
  {
    row: termReportsContract.updateSubjectRecord,
    save: 'reportSubject',
    record: reportSubject,
    sent: { key: 'k5', fields: { exam_mark: 60, con: 'E' }, was: { exam_mark: 6, con: null } },
    input: { ...reportSubject, exam_mark: 60, con: 'E', was: { exam_mark: 6, con: null } },
  },
];

const waitingOf = ({ save, record, sent }: Pick<(typeof kept)[number], 'save' | 'record' | 'sent'>): PendingRecord => ({
  save,
  record,
  id: `${save}/1`,
  about: 'Ali, Bo',
  open: { fields: {}, was: {} },
  sent,
});

describe('a save that a device has stored', () => {
  it.each(kept)('is sent as it was typed, under its key: $save', async (one) => {
    // The server's refusal is enough: what matters is what reached it.
    server.on(one.row, () => refuseWith(403, 'No.'));
    await expect(sendSave(waitingOf(one), one.sent)).rejects.toThrow('No.');
    const [seen, ...others] = server.callsOf(one.row);
    expect(others).toEqual([]);
    expect(seen?.input).toEqual(one.input);
    expect(seen?.headers.get('idempotency-key')).toBe(one.sent.key);
  });

  it.each(kept)('is not sent if a part of it cannot be read: $save', async (one) => {
    const [field = ''] = Object.keys(one.sent.fields);
    const [name = ''] = Object.keys(one.record);
    const { [name]: _left, ...less } = one.record;
    const damaged: PendingRecord[] = [
      waitingOf({ ...one, record: less }),
      waitingOf({ ...one, record: { ...one.record, [name]: 1001 } }),
      waitingOf({ ...one, record: { ...one.record, house: 'Red' } }),
      waitingOf({ ...one, sent: { ...one.sent, fields: { ...one.sent.fields, [field]: 'fifty' } } }),
      waitingOf({ ...one, sent: { ...one.sent, fields: { ...one.sent.fields, house: 'Red' } } }),
      waitingOf({ ...one, sent: { ...one.sent, was: { ...one.sent.was, [field]: 'fifty' } } }),
      { ...waitingOf(one), version: 99 },
      { ...waitingOf(one), save: 'house' },
    ];
    for (const waiting of damaged) {
      await expect(sendSave(waiting, waiting.sent ?? one.sent)).rejects.toThrow(UnreadableSaveError);
    }
    expect(server.calls).toEqual([]);
  });

  it('is retried if the save kinds could not be loaded', async () => {
    setSaveKindLoader(() => Promise.reject(new TypeError('Failed to fetch')));
    const [one] = kept;
    if (!one) throw new Error('Nothing is kept.');
    await expect(sendSave(waitingOf(one), one.sent)).rejects.toMatchObject({ name: 'NetworkError' });
  });

  it('has its feature’s names of fields, or the stored ones if the kind is unknown', () => {
    expect(fieldLabel({ save: 'bookLine' }, 'assessment 12')).toBe('Assessment 12');
    expect(fieldLabel({ save: 'house' }, 'colour')).toBe('colour');
  });

  it('has the names of a register’s students from the device, also after a reload', () => {
    const names = { S1: 'Ali, Zoe (S1)' };
    const target = {
      save: 'classRegister',
      record: { class_id: '1A', date: '2026-03-02' },
      id: 'classRegister/1A',
      about: '1A',
    };
    const typed = ensurePendingRecord(ensurePendingRecord(undefined, { ...target, names }), {
      ...target,
      names: { S2: 'Bo' },
    });
    const read = parsePendingRecord(structuredClone(typed));
    expect(read && [fieldLabel(read, 'S1/am'), fieldLabel(read, 'S2/reason')]).toEqual([
      'Ali, Zoe (S1), morning',
      'Bo, reason',
    ]);
  });
});
