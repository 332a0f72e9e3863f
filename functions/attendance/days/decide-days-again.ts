import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isConditionFailure } from '../../platform/table/table.ts';
import { halfOf } from '../records/attendance-record.ts';
import { DaySetting, type DaySettingItem } from '../records/day-setting.ts';
import { requireAttendance } from '../register/class-access.ts';
import { beginDeciding } from './begin-deciding.ts';
import { dueDays } from './recalculation-queue.ts';
import { settingsOfTerm } from './term-days.ts';

export const decideDaysAgain = callHandler(attendanceContract.decideDaysAgain, {
  handle: async ({ input, caller, request }) => {
    requireAttendance();
    const { settings } = await settingsOfTerm(input);
    const { stopped } = await dueDays(settings);
    const taken = stopped.slice(0, mostDays);
    for (const day of taken) await takeOver(day, request.idempotencyKey);
    const dates = taken.map(({ date }) => date);
    return beginDeciding(dates, { caller, request });
  },
});

/** So many days are one run: what is left of more is begun the next time. */
const mostDays = 60;

/** The day is due under another key from now on, unless it was set again meanwhile: then it has a run of its own. */
async function takeOver({ date, version }: DaySettingItem, run: string): Promise<void> {
  const written = DaySetting.patch({ date, half: halfOf(date) })
    .set({ run })
    .where((attributes, { eq }) => eq(attributes.version, version))
    .go();
  await written.catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}
