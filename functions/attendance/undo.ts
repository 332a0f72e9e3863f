import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { UndoAnswer } from '#shared/undo/calls.ts';
import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { readJobRows } from '../platform/jobs/store.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { readItems } from '../platform/table/table.ts';
import {
  type AskedList,
  byInverse,
  byJob,
  type Undoing,
  undoableKinds,
  undoDone,
} from '../platform/undo/undo-calls.ts';
import { changedSinceError } from '../platform/undo/undoable-actions.ts';
import { toDaySettingInput } from './days/days-to-set.ts';
import { startRecalculation } from './days/recalculate-days.ts';
import {
  type UndoableDaySettings,
  undoableSchoolDays,
  undoListNameOfTerm,
  writeDaySettings,
} from './days/write-day-settings.ts';
import { outcomeOfImportUndo, undoableImports } from './import/import-acts.ts';
import { daySettingKey } from './records/day-setting.ts';
import { requireAttendanceInUse } from './records/school-calendar.ts';
import {
  requireMayCorrect,
  undoableAttendance,
  undoDeletingRecords,
  undoTakingBack,
} from './student-days/undo-attendance.ts';

export const schoolDayActs = undoableKinds(
  undoableSchoolDays,
  {
    openTo: undoableActs['school-days'],
    list: ({ input, request: { now } }: AskedList<ListOfActs<'school-days'>>) => {
      requireAttendanceInUse();
      return undoableSchoolDays.list({ place: undoListNameOfTerm(input), now });
    },
  },
  { 'days set': { undo: undoSchoolDays } },
);

export const importActs = undoableKinds(
  undoableImports,
  { openTo: undoableActs['attendance-imports'] },
  {
    'scans imported': {
      undo: byJob({
        of: 'import-scans',
        as: { name: 'undo-import-scans' },
        stillRunning: attendanceWordings.stillRunning,
        input: (imported) => ({ run: imported?.run }),
        // The same rows in the same batches, because what a batch added is stored under its number.
        plan: readJobRows,
        left: outcomeOfImportUndo,
      }),
    },
  },
);

export const attendanceActs = undoableKinds(
  undoableAttendance,
  {
    openTo: undoableActs.attendance,
    list: async ({ input: { student_id: place }, caller, request }: AskedList<ListOfActs<'attendance'>>) => {
      await requireMayCorrect(place, { caller, request });
      return undoableAttendance.list({ place, now: request.now });
    },
  },
  {
    'records deleted': { allows: canCorrect, undo: byInverse({ write: undoDeletingRecords }) },
    'absence taken back': { allows: canCorrect, undo: byInverse({ write: undoTakingBack }) },
  },
);

async function canCorrect({
  details,
  by,
}: Parameters<typeof undoTakingBack>[0] | Parameters<typeof undoDeletingRecords>[0]) {
  await requireMayCorrect(details.studentId, by);
  return true;
}

/**
 * Restores the earlier settings as next versions, where nobody has set one of the days since, then has their records
 * decided again.
 */
async function undoSchoolDays(undoing: Undoing<UndoableDaySettings>): Promise<UndoAnswer> {
  requireAttendanceInUse();
  const { details, by } = undoing;
  await restoreSettings(undoing);
  const dates = details.days.map(({ date }) => date);
  await startRecalculation(dates, by);
  return undoDone();
}

function restoreSettings({ details: { days }, act, undone, by }: Undoing<UndoableDaySettings>) {
  const stamp = { by: by.caller.name, at: by.request.now.toISOString() };
  const dates = days.map(({ date }) => date);
  return retryRefused({
    what: 'these days',
    read: () => readItems({ settings: dates.map(daySettingKey), now: undoableSchoolDays.key(act.key) }),
    attempt: async ({ settings, now }) => {
      if (now && undoableSchoolDays.wasUndone(now, by.request)) return 'written';
      const stored = new Map(settings.map((setting) => [setting.date, setting]));
      const changes = days.map(({ date, before, version }) => {
        const setting = stored.get(date);
        if (setting?.version !== version) throw changedSinceError();
        const { by = stamp.by, at = stamp.at } = before ?? {};
        return { date, before: setting, choice: toDaySettingInput(before ?? undefined), by, at };
      });
      return writeDaySettings(changes, { beside: [undone()], ...by });
    },
  });
}
