import { attendanceContract } from '#shared/attendance/contract.ts';
import { datesBetween } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readStudents, studentName } from '../../students/records/store.ts';
import { readAttendanceOfStudents } from '../records/read-records.ts';
import {
  listCurrentStudentIds,
  listDaysToImport,
  matchScans,
  rangeOfScans,
  toImportedScanName,
} from './import-plan.ts';
import { readScannerFile } from './scanner-file.ts';

const maxListed = 50;
/** No school has more students. */
const maxNearIds = 5000;

export const previewImport = callHandler(attendanceContract.previewImport, {
  handle: async ({ input: { file, same_ids: same = [], day_order: dayOrder }, request }) => {
    const {
      scans: read,
      duplicates,
      refused,
      notes,
      question,
    } = await readScannerFile(new Uint8Array(await file.arrayBuffer()), { now: request.now, answered: dayOrder });
    const range = rangeOfScans(read);
    const [{ days, refused: closed }, students] = await Promise.all([
      listDaysToImport(range, request.now),
      listCurrentStudentIds(),
    ]);
    const { scans, near } = matchScans(read, { students, same: new Set(same) });
    const named = await readStudents(
      near.slice(0, maxNearIds).map(({ studentId }) => studentId),
      ['studentId', 'firstName', 'lastName'],
    );
    const nearIds = new Set(near.map(({ id }) => id));
    const known = scans.filter(({ studentId }) => students.has(studentId));
    const records = await readAttendanceOfStudents([...new Set(known.map(({ studentId }) => studentId))], range);
    const scanned = new Map(records.map(({ studentId, date, scans: there = {} }) => [`${studentId} ${date}`, there]));
    const held = new Set(days.map(({ date }) => date));
    const byDay = Map.groupBy(known, ({ date }) => date);
    const answered = datesBetween(range.from, range.to).flatMap((date) => {
      const ofDay = byDay.get(date) ?? [];
      if (ofDay.length === 0) return [];
      const isHeld = held.has(date);
      const isNew = ({ studentId, time }: { studentId: string; time: string }) =>
        !(toImportedScanName(date, time) in (scanned.get(`${studentId} ${date}`) ?? {}));
      const why = isHeld ? null : (closed.get(date) ?? attendanceWordings.noSchool);
      return [{ date, scans: ofDay.length, added: isHeld ? ofDay.filter(isNew).length : 0, why }];
    });
    const counting = answered.filter(({ why }) => why === null);
    const strangers = Map.groupBy(
      scans.filter(({ studentId }) => !students.has(studentId) && !nearIds.has(studentId)),
      ({ studentId }) => studentId,
    );
    return {
      scans: counting.reduce((sum, day) => sum + day.scans, 0),
      added: counting.reduce((sum, day) => sum + day.added, 0),
      doubled: duplicates,
      days: answered,
      unknown: [...strangers].slice(0, maxListed).map(([id, of]) => ({ id, scans: of.length })),
      unknown_count: strangers.size,
      near: near.slice(0, maxNearIds).map(({ id, studentId, scans: of }) => ({
        id,
        student_id: studentId,
        scans: of,
        is_same: same.includes(id),
        name: studentName(
          named.find((one) => one.studentId === studentId),
          studentId,
        ),
      })),
      refused: refused.slice(0, maxListed),
      refused_count: refused.length,
      notes: [...notes],
      day_order: question,
    };
  },
});
