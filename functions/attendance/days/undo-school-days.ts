import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSinceError, nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { daySettingKey } from '../records/day-setting.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';
import { toDaySettingInput } from './days-to-set.ts';
import { startRecalculation } from './recalculate-days.ts';
import { undoableSchoolDays, undoListNameOfTerm, writeDaySettings } from './write-day-settings.ts';

export const listUndoableDayChanges = callHandler(attendanceContract.listUndoableDayChanges, {
  handle: ({ input, request: { now } }) => {
    requireAttendanceInUse();
    return undoableSchoolDays.list({ place: undoListNameOfTerm(input), now });
  },
});

export const undoSchoolDays = callHandler(attendanceContract.undoSchoolDays, {
  prefetch: ({ undo }) => ({ action: undoableSchoolDays.key(undo) }),
  handle: async ({ found: { action }, caller, request }) => {
    requireAttendanceInUse();
    if (!action) throw nothingToUndoError();
    const { days } = action.change.details;
    const dates = days.map(({ date }) => date);
    const stamp = { by: caller.name, at: request.now.toISOString() };
    await retryRefused({
      what: 'these days',
      read: () => readItems({ settings: dates.map(daySettingKey), act: undoableSchoolDays.key(action.key) }),
      attempt: async ({ settings, act }) => {
        if (act && undoableSchoolDays.wasUndone(act, request)) return 'written';
        const stored = new Map(settings.map((setting) => [setting.date, setting]));
        const changes = days.map(({ date, before, version }) => {
          const setting = stored.get(date);
          if (setting?.version !== version) throw changedSinceError();
          const { by = stamp.by, at = stamp.at } = before ?? {};
          return { date, before: setting, choice: toDaySettingInput(before ?? undefined), by, at };
        });
        const beside: Action[] = [undoableSchoolDays.undone(action, request)];
        return writeDaySettings(changes, { beside, caller, request });
      },
    });
    return startRecalculation(dates, { caller, request });
  },
});
