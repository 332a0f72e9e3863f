import { attendanceContract } from '#shared/attendance/contract.ts';
import { type DaySettingInput, describeDayChoice } from '#shared/attendance/day-setting-input.ts';
import { datesBetween } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { requireAttendanceInUse, termDatesChecks } from '../records/school-calendar.ts';
import {
  chooseDaysToSet,
  type DayToSet,
  findTermOfRange,
  isSameDayChoice,
  readDaysToSet,
  requireReason,
  toDaySettingInput,
} from './days-to-set.ts';
import { startRecalculation } from './recalculate-days.ts';
import { nextSettingVersion, undoableSchoolDays, undoListNameOfTerm, writeDaySettings } from './write-day-settings.ts';

type Seen = readonly (DaySettingInput & { date: string })[];

export const setSchoolDays = callHandler(attendanceContract.setSchoolDays, {
  handle: async ({ input: { from, to, was = [], ...typed }, caller, request }) => {
    requireAttendanceInUse();
    requireReason(typed);
    const choice = typed.held === 'none' ? { ...typed, limits: null } : typed;
    const key = request.idempotencyKey;
    const outcome = await retryRefused({
      what: 'these days',
      read: async () => {
        const [term, days, { act }] = await Promise.all([
          findTermOfRange({ from, to }),
          readDaysToSet({ from, to }),
          readItems({ act: undoableSchoolDays.key(key) }),
        ]);
        return { term, days, act };
      },
      attempt: async ({ term, days, act }) => {
        if (act) return 'set';
        const changed = chooseDaysToSet(days, choice).filter(
          ({ before }) => !isSameDayChoice(toDaySettingInput(before), choice),
        );
        refuseUnseen(changed, choice, was);
        if (changed.length === 0) return 'set so already';
        const action = undoableSchoolDays.create({
          change: {
            kind: 'days set',
            details: {
              days: changed.map(({ date, before }) => ({
                date,
                before: before ?? null,
                version: nextSettingVersion(before),
              })),
            },
          },
          what: `${rangeWords(changed)}: ${describeDayChoice(choice)}`,
          place: undoListNameOfTerm(term),
          by: { caller, request },
        });
        const beside: Action[] = [...termDatesChecks([from], [term]), action];
        const stamp = { by: caller.name, at: request.now.toISOString() };
        const written = await writeDaySettings(
          changed.map((one) => ({ ...one, choice, ...stamp })),
          { beside, caller, request },
        );
        return written === 'written' ? 'set' : 'refused';
      },
    });
    if (outcome === 'set so already')
      return { rows_processed: 0, total_rows: 0, state: 'finished' as const, undo: null };
    return { ...(await startRecalculation(datesBetween(from, to), { caller, request })), undo: key };
  },
});

/** Refuses to overwrite a setting that another person has made since it was seen (rule 9). */
function refuseUnseen(changed: readonly DayToSet[], choice: DaySettingInput, was: Seen): void {
  for (const { date, before } of changed) {
    const seen = was.find((one) => one.date === date);
    const theirs = toDaySettingInput(before);
    if (!seen || isSameDayChoice(seen, theirs)) continue;
    throw new ConflictError(
      attendanceWordings.setByOther(before?.by ?? 'Somebody', displayDate(date), describeDayChoice(theirs)),
      {
        field: 'day',
        yours: describeDayChoice(choice),
        theirs: describeDayChoice(theirs),
        by: before?.by ?? null,
        at: before?.at ?? null,
      },
    );
  }
}

const rangeWords = (days: readonly DayToSet[]): string =>
  displayRange({ from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' });
