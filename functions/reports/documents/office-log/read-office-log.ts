import type { Input } from '#shared/http/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { logKinds } from '#shared/reports/office-log.ts';
import { officeLogWordings } from '#shared/reports/wordings.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import type { LogRow } from '../../../platform/table/office-log.ts';
import { reportWorkbookReply } from '../report-response.ts';
import { addNamesToLines, readLogPageRows } from './read-log-page.ts';

/**
 * Six requests at most for a page, however long the log is: session, the lines (two at the end of a month), accounts,
 * subjects, students.
 */
export const readOfficeLog = callHandler(reportsContract.readOfficeLog, {
  handle: async ({ input, caller, request: { now } }) => {
    if (input.format === 'xlsx') return replyWithWorkbook(input, caller, now);
    const { rows, next } = await readLogPageRows(input);
    return { ...(await addNamesToLines(rows, caller)), next };
  },
});

/** Most lines of a workbook, and most pages that are read for it. */
const mostLines = 5000;
const mostPages = 100;

async function replyWithWorkbook(input: Input<typeof reportsContract.readOfficeLog>, caller: Caller, now: Date) {
  const rows: LogRow[] = [];
  let after: string | undefined;
  let pages = 0;
  do {
    const page = await readLogPageRows({ ...input, ...(after === undefined ? {} : { after }) });
    rows.push(...page.rows);
    after = page.next ?? undefined;
    pages += 1;
  } while (after !== undefined && rows.length < mostLines && pages < mostPages);
  const { lines } = await addNamesToLines(rows.slice(0, mostLines), caller);
  const isCut = after !== undefined || rows.length > mostLines;
  return reportWorkbookReply(
    {
      name: 'Office Log',
      about: input.day ?? input.month,
      note: [...(isCut ? [officeLogWordings.onlyLatest] : []), officeLogWordings.onlyReadable].join(' '),
      columns: [
        { title: 'When', width: 20 },
        { title: 'Who', width: 24 },
        { title: 'Kind', width: 26 },
        { title: 'What', width: 60 },
        { title: 'Field', width: 24 },
        { title: 'Before', width: 30 },
        { title: 'After', width: 30 },
      ],
      rows: lines.flatMap(({ at, by, kind, says, changes }) => {
        const head = [at, by, logKinds[kind].label, says];
        if (changes.length === 0) return [[...head, null, null, null]];
        return changes.map(({ field, was, now: value }) => [...head, field, was, value]);
      }),
      nothing: officeLogWordings.noneMatch,
    },
    now,
  );
}
