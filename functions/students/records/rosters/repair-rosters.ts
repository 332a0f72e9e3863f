import { logger } from '../../../platform/log.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { listCurrentStudentsFromRecords, readStudents } from '../store.ts';
import {
  placeInRoster,
  type RosterChunk,
  type RosterStudent,
  rosterAttributes,
  toRosterEntry,
  writeRosterChunk,
} from './class-roster.ts';
import { listStudentsInStoredRosters, readClassRoster } from './read-rosters.ts';

/**
 * Compares every roster with the records, and corrects what differs. Reads all current students. A restored table may
 * leave one behind.
 * @returns the ids of the students who were listed wrongly
 */
export async function repairRosters(): Promise<string[]> {
  const [listed, records] = await Promise.all([listStudentsInStoredRosters(), listCurrentStudentsFromRecords()]);
  const wrong = differingIds(listed, records);
  return wrong.length === 0 ? [] : correctStudents(wrong, listed);
}

/** The check of each night, which names the students that it had to correct in the log. */
export async function checkRosters(): Promise<void> {
  const corrected = await repairRosters();
  if (corrected.length > 0) logger.warn('class rosters were wrong, and are corrected', { students: corrected });
}

/** The students who are not listed as the records have them, or are listed twice. */
function differingIds(listed: readonly RosterStudent[], records: readonly RosterStudent[]): string[] {
  const texts = new Map(records.map((record) => [record.studentId, textOf(record)]));
  const seen = new Set<string>();
  const wrong = new Set<string>();
  for (const student of listed) {
    const { studentId } = student;
    if (seen.has(studentId) || texts.get(studentId) !== textOf(student)) wrong.add(studentId);
    seen.add(studentId);
  }
  for (const studentId of texts.keys()) if (!seen.has(studentId)) wrong.add(studentId);
  return [...wrong];
}

const textOf = (student: RosterStudent): string =>
  JSON.stringify([student.classId, ...rosterAttributes.map((name) => student[name] ?? null)]);

/**
 * The lists above come from an index, and from different moments: the rosters are read again, and the records after
 * them.
 */
function correctStudents(studentIds: readonly string[], listed: readonly RosterStudent[]): Promise<string[]> {
  const corrected = new Set<string>();
  return retryRefused({
    read: async () => {
      const before = await readStudents(studentIds, ['studentId', 'classId']);
      const wrong = new Set(studentIds);
      const classes = [...listed.filter(({ studentId }) => wrong.has(studentId)), ...before].map(
        ({ classId }) => classId,
      );
      const rosters = new Map(
        await Promise.all(
          Array.from(new Set(classes), async (id): Promise<[string, RosterChunk[]]> => [id, await readClassRoster(id)]),
        ),
      );
      return { rosters, records: await readStudents(studentIds) };
    },
    attempt: async ({ rosters, records }) => {
      const byId = new Map(records.map((record) => [record.studentId, record]));
      const changed = new Set<RosterChunk>();
      for (const studentId of studentIds) {
        const record = byId.get(studentId);
        const isCurrent = record?.status === 'current';
        // Moved in this moment, with the rosters: nothing to correct.
        if (isCurrent && !rosters.has(record.classId)) return 'refused';
        const found = [...rosters.values()].flat().filter(({ students }) => students.has(studentId));
        const [only] = found;
        const entry = only?.students.get(studentId);
        const isRight = isCurrent
          ? found.length === 1 &&
            entry !== undefined &&
            only?.classId === record.classId &&
            textOf(record) === textOf({ ...entry, classId: only.classId, status: 'current' })
          : found.length === 0;
        if (isRight) continue;
        corrected.add(studentId);
        for (const part of found) {
          part.students.delete(studentId);
          changed.add(part);
        }
        if (!isCurrent) continue;
        const parts = rosters.get(record.classId) ?? [];
        changed.add(placeInRoster(record.classId, { parts, entry: toRosterEntry(record) }));
      }
      const written = await Promise.all(Array.from(changed, writeRosterChunk));
      return written.every(Boolean) ? [...corrected] : 'refused';
    },
    what: 'the class rosters',
  });
}
