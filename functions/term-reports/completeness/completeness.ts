import { isBoardRowComplete, teacherNamesOrNobody } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { periodKey } from '../../school/records/periods.ts';
import { replyWithBoard } from './board-workbook.ts';
import { countCompletenessOfClasses, listClassesOnCallersBoard } from './count-completeness.ts';

export const readCompleteness = callHandler(termReportsContract.readCompleteness, {
  prefetch: ({ year, term }) => ({ period: periodKey(year, term) }),
  handle: async ({ input, caller, found: { period }, request: { now } }) => {
    const { class_ids: classIds, titles, teachers, only } = input;
    const onBoard = await listClassesOnCallersBoard(input, caller);
    const classes = classIds ? onBoard.filter(({ id }) => classIds.includes(id)) : onBoard;
    const board = await countCompletenessOfClasses({ ...input, classes });
    const rows = board.rows.filter(
      (row) =>
        (titles?.includes(row.title) ?? true) &&
        (teachers?.includes(teacherNamesOrNobody(row)) ?? true) &&
        (only === undefined || isBoardRowComplete(row) === (only === 'complete')),
    );
    return input.format === 'xlsx'
      ? replyWithBoard(rows, { ...input, now })
      : { due: period?.dateEnd ?? null, ...board, rows };
  },
});
