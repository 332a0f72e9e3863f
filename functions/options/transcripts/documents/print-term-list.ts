import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { readTranscriptsSettings } from '#shared/options/transcripts/settings.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { reportFileName } from '#shared/reports/wordings.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { callHandler, reportWorkbook } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { readFrozenCardsOfClass } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { postingKey } from '../../../term-reports/report-cards/posting/postings.ts';
import { renderListPdf } from '../../../term-reports/report-cards/print/list-report.ts';
import { toPostedStudent } from '../lists/posted-class.ts';
import { buildTermList } from '../lists/term-list.ts';

/** Classes that are read at a time. */
const atOnce = 6;

/** Who left in the term has a card and no place (rule 52). A query a class. */
export const printTermList = callHandler(transcriptsContract.printTermList, {
  prefetch: ({ year, term }) => ({ posting: postingKey({ year, term }) }),
  handle: async ({ input, found: { posting }, request: { now } }) => {
    if (!posting?.isPosted) throw new NotFoundError(transcriptWordings.notPosted);
    const { class_id: classId, form_level: level, list, year, term, subject, format } = input;
    if (classId !== undefined) requireFormLevel(classId);
    const { formClasses, terms, optionSettings } = school();
    const classes = formClasses.filter(
      (one) => (classId === undefined || one.id === classId) && (level === undefined || one.form_level === level),
    );
    const cards = await inParallel(classes, { atOnce, does: ({ id }) => readFrozenCardsOfClass(posting, id) });
    const students = cards
      .flatMap((ofClass) => [...ofClass.values()])
      .flatMap(({ card, hadLeft }) => (hadLeft ? [] : [toPostedStudent(card)]));
    if (students.length === 0) throw new NotFoundError(transcriptWordings.nobodyThere);
    const report = buildTermList(students, {
      list,
      subject,
      scope: scopeOf(classId, level),
      period: `${schoolFileTermTitle(terms, term)}, ${academicYearTitle(year)}`,
      settings: readTranscriptsSettings(optionSettings),
      figures: format === 'xlsx' ? 'numbers' : 'as printed',
    });
    const printed = { school: school(), report, printedAt: now };
    if (format !== 'xlsx') return renderListPdf(printed);
    // exceljs takes long to load: only workbooks load it.
    const { renderListWorkbook } = await import('../../../term-reports/report-cards/print/list-workbook.ts');
    return reportWorkbook(await renderListWorkbook(printed), `${reportFileName(report.name, report.about)}.xlsx`);
  },
});

function scopeOf(classId: string | undefined, level: number | undefined): string {
  if (classId !== undefined) return `Class ${classId}`;
  return level === undefined ? 'The whole school' : levelName(level);
}
