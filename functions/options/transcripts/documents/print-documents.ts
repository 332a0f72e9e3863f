import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler, reportWorkbook } from '../../../platform/requests/call-handler.ts';
import { readMany } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { requireStudent, studentKey } from '../../../students/records/store.ts';
import { readLayoutsOfTerm } from '../../../term-reports/report-cards/layouts/layout-of-card.ts';
import { letterheadOf, toStudentOfDocument } from '../document-content.ts';
import { type OfficialPaper, renderOfficialPapers } from '../print/official-paper.ts';
import { readTranscripts } from '../read-transcripts.ts';
import { documentNumberKey, parseDocument, StudentDocumentEntity } from '../records/issued-documents.ts';

export const printDocuments = callHandler(transcriptsContract.printDocuments, {
  handle: async ({ input: { numbers, format } }) => {
    const papers = await readPapers([...new Set(numbers.split(','))]);
    if (format === 'xlsx') {
      // exceljs takes long to load: only workbooks load it.
      const { renderTranscriptWorkbook } = await import('../print/transcript-workbook.ts');
      return reportWorkbook(await renderTranscriptWorkbook(papers), `${fileNameOf(papers)}.xlsx`);
    }
    return renderOfficialPapers(papers);
  },
});

const fileNameOf = (papers: readonly OfficialPaper[]): string =>
  papers.length === 1 ? `Document ${papers[0]?.number}` : `Documents ${papers[0]?.number} and more`;

/** Documents in the order of their numbers as they were asked for. Two requests for each hundred. */
async function readPapers(numbers: readonly string[]): Promise<OfficialPaper[]> {
  const issued = await readMany(numbers.map(documentNumberKey));
  const byNumber = new Map(issued.map((one) => [one.number, one]));
  const gone = issued.find(({ withdrawnAt }) => withdrawnAt !== undefined);
  if (gone) throw new ConflictError(transcriptWordings.withdrawn(gone.number));
  const stored = await readMany(
    issued.map(({ studentId, number }) => StudentDocumentEntity.key({ studentId, number })),
  );
  const contents = new Map(stored.map((one) => [one.number, parseDocument(one)]));
  return numbers.map((number) => {
    const [content, of] = [contents.get(number), byNumber.get(number)];
    if (!content || !of) throw new NotFoundError(transcriptWordings.noSuchDocument);
    return { content, number, issuedAt: new Date(of.issuedAt) };
  });
}

export const printTranscriptDraft = callHandler(transcriptsContract.printTranscriptDraft, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found, request: { now } }) => {
    const student = requireStudent(found.student);
    const [transcripts, layouts] = await Promise.all([readTranscripts([student.studentId]), readLayoutsOfTerm(1)]);
    const { terms = [] } = transcripts.get(student.studentId) ?? {};
    const named = toStudentOfDocument(student);
    if (terms.length === 0)
      throw new NotFoundError(
        transcriptWordings.nothingToPrint(nameWithId({ name: named.name, student_id: named.id })),
      );
    const content = {
      kind: 'transcript' as const,
      ...letterheadOf(school(), layouts(student.formLevel)),
      student: named,
      terms,
      words: null,
    };
    return renderOfficialPapers([{ content, number: null, issuedAt: now }]);
  },
});
