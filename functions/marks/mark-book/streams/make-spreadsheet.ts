import { authRefusals } from '#shared/accounts/wordings.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { canPickAnyone } from '../../../people/records/class-list.ts';
import { employeeKey, readEmployeeNames } from '../../../people/records/store.ts';
import { readPeopleOfEndedTerm, subjectsOfTerm } from '../../../people/records/term-people.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { keepSpreadsheet } from '../../../platform/files/made-spreadsheets.ts';
import { callStreamer } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { readListSource } from '../../../students/records/term-lists.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { type FilledPage, fillPage, planPages, withoutHandedOver } from './read-pages.ts';

/** Pages that are read in parallel. */
const concurrency = 6;

/** Reads the pages, with an event for each batch; then writes the workbook, with its token in the last event. */
export const makeSpreadsheet = callStreamer(markBookContract.makeSpreadsheet, {
  prefetch: (_input, accountId) => ({ employee: employeeKey(accountId) }),
  handle: async function* ({ input, caller, found, request }) {
    if (!canPickAnyone(caller, found.employee)) throw new ForbiddenError(authRefusals.forbidden);
    const people = await readPeopleOfEndedTerm(input);
    const [planned, subjectsOfToday, teachersOfToday, source] = await Promise.all([
      planPages(input, people),
      readSubjectNamesById(),
      readEmployeeNames(),
      readListSource(input),
    ]);
    const subjects = people ? subjectsOfTerm(people, subjectsOfToday) : subjectsOfToday;
    const teachers = people ? new Map([...teachersOfToday, ...Object.entries(people.names)]) : teachersOfToday;
    if (planned.length === 0) throw new NotFoundError(markFileRefusals.notTaught);
    const total = planned.length + 1;
    const event = (message: string, progress: number, filePath: string | null = null) => ({
      message,
      progress,
      total,
      complete: filePath !== null,
      filePath,
    });
    yield event('Reading the mark book', 0);
    const pages: FilledPage[] = [];
    for (let start = 0; start < planned.length; start += concurrency) {
      const some = await Promise.all(planned.slice(start, start + concurrency).map((page) => fillPage(page, source)));
      pages.push(...some);
      const last = some.at(-1);
      yield event(
        `${subjects.get(last?.subjectId ?? '')?.title ?? ''} ${last?.classIds.join(', ') ?? ''}`,
        pages.length,
      );
    }
    const { name, terms } = school();
    const termTitle = schoolFileTermTitle(terms, input.term);
    const facts = { school: name, termTitle, year: input.year, madeAt: request.now, subjects, teachers };
    // Loaded after the first event: exceljs is slow to load.
    const { renderMarkBookWorkbook } = await import('./render-workbook.ts');
    const bytes = await renderMarkBookWorkbook(withoutHandedOver(pages), facts);
    yield event('Complete', total, await keepSpreadsheet(caller.accountId, bytes, new Date()));
  },
});
