import { type DaySettingInput, describeDayChoice } from '#shared/attendance/day-setting-input.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import { notArchivedChecks, refuseArchivedHalfYears } from '../records/archived-half-year.ts';
import { halfYearOf } from '../records/attendance-record.ts';
import { DaySettingEntity, type DaySettingItem } from '../records/day-setting.ts';
import { openAttendanceChecks, requireOpenAttendance } from '../records/open-attendance.ts';
import { type DayToSet, toDaySettingInput, toStoredDaySetting } from './days-to-set.ts';

/** A day with its next setting, and whose it is. */
export interface DaySettingToWrite extends DayToSet {
  choice: DaySettingInput;
  by: string;
  at: string;
}

/**
 * Writes settings in one transaction, each as the next version of its day, on the condition of the version that was
 * read; with a line in the trail of each day and the actions `beside`. From then on every record that is written
 * follows them. The days need a recalculation under the key of this request.
 * @throws ConflictError for days in the archive, ClosedTermError
 */
export async function writeDaySettings(
  changes: readonly DaySettingToWrite[],
  { beside, caller, request }: { beside: readonly Action[]; caller: Caller; request: RequestFacts },
): Promise<ActOutcome> {
  const settings = changes.map(({ date, before, choice, by, at }): Action => {
    const next = {
      date,
      half: halfYearOf(date),
      version: nextSettingVersion(before),
      ...toStoredDaySetting(choice),
      by,
      at,
      ...(before?.settled === undefined ? {} : { settled: before.settled }),
      run: request.idempotencyKey,
    };
    return DaySettingEntity.put(next, whereUnchanged(before, ['version']));
  });
  const dates = changes.map(({ date }) => date);
  const outcome = await commit({
    by: { caller, request },
    changes: [...settings, ...beside],
    guards: { 'not archived': notArchivedChecks(dates), 'open attendance': await openAttendanceChecks(dates, request) },
    trail: changes.map(({ date, before, choice }) => ({
      subject: `school-day#${date}`,
      changes: [
        { field: 'day', before: describeDayChoice(toDaySettingInput(before)), after: describeDayChoice(choice) },
      ],
    })),
  });
  if (isRefused(outcome)) await refuseArchivedHalfYears(dates);
  if (isRefused(outcome)) await requireOpenAttendance(dates, request);
  return outcome;
}

export const nextSettingVersion = (before: DayToSet['before']): number => (before?.version ?? 0) + 1;

/** Days that were set, each with its earlier setting and the version that it became. Listed under the term. */
export interface UndoableDaySettings {
  kind: 'days set';
  details: { days: { date: string; before: DaySettingItem | null; version: number }[] };
}

export const undoableSchoolDays = undoableActions<UndoableDaySettings>('school-days');

export const undoListNameOfTerm = ({ year, term }: { year: number; term: number }): string => `${year}#${term}`;
