import { reportsContract } from '#shared/reports/contract.ts';
import { logKinds } from '#shared/reports/office-log.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { LogRow } from '../../../platform/table/office-log.ts';
import { workbookOf } from '../report-response.ts';
import { namedLines, pageRows } from './read-page.ts';

/** Five requests at most, however long the log is: session, the lines (two at the end of a month), accounts, students. */
export const officeLog = callHandler(reportsContract.officeLog, {
  handle: async ({ input, caller }) => {
    const { rows, next } = await pageRows(input);
    return { ...(await namedLines(rows, caller)), next };
  },
});

/** Lines of a workbook at most, and the pages that are read for them. */
const mostLines = 5000;
const mostPages = 100;

export const officeLogExcel = callHandler(reportsContract.officeLogExcel, {
  handle: async ({ input, caller, request: { now } }) => {
    const rows: LogRow[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await pageRows({ ...input, ...(after === undefined ? {} : { after }) });
      rows.push(...page.rows);
      after = page.next ?? undefined;
      pages += 1;
    } while (after !== undefined && rows.length < mostLines && pages < mostPages);
    const { lines } = await namedLines(rows.slice(0, mostLines), caller);
    const isCut = after !== undefined || rows.length > mostLines;
    return workbookOf(
      {
        name: 'Office Log',
        about: input.day ?? input.month,
        note: `${isCut ? 'The latest alone: name a day, a kind or a person for the others. ' : ''}Values are those that you may open.`,
        columns: [
          { title: 'When', width: 20 },
          { title: 'Who', width: 24 },
          { title: 'Kind', width: 26 },
          { title: 'What', width: 34 },
          { title: 'Field', width: 24 },
          { title: 'Before', width: 30 },
          { title: 'After', width: 30 },
        ],
        rows: lines.flatMap(({ at, by, kind, about, changes }) => {
          const head = [at, by, logKinds[kind].label, about];
          if (changes.length === 0) return [[...head, null, null, null]];
          return changes.map(({ field, was, now: value }) => [...head, field, was, value]);
        }),
        nothing: 'Nothing of this was changed.',
      },
      now,
    );
  },
});
