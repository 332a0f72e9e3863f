import { noSuchTerm } from '#shared/school/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { countRegisteredByClass } from '../../marks/records/term-report.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { periodKey, settingsOfClass } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';

export const listClassTermSettings = callHandler(termReportsContract.listClassTermSettings, {
  prefetch: ({ year, term }) => ({ period: periodKey(year, term) }),
  handle: async ({ input, found: { period } }) => {
    if (!period) throw new NotFoundError(noSuchTerm);
    const { formClasses } = school();
    const registered = await countRegisteredByClass({ ...input, classIds: formClasses.map(({ id }) => id) });
    return formClasses.map(({ id }) => {
      const { possibleAttendance, newTermBeginning } = settingsOfClass(period, id);
      return {
        class_id: id,
        registered: registered.get(id) ?? 0,
        possible_attendance: possibleAttendance,
        new_term_beginning: newTermBeginning,
        date_end: period.dateEnd ?? null,
      };
    });
  },
});
