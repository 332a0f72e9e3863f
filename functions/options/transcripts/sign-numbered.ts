import { initialsOf } from '#shared/options/signed-cards/signed-card.ts';
import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import type { Action } from '../../platform/table/action.ts';
import { school } from '../../school/records/school.ts';
import type { DocumentToSign } from '../signed-cards/proofs/sign-documents.ts';
import { SignedDocumentEntity } from '../signed-cards/records/signed-documents.ts';
import type { DocumentContent } from './document-content.ts';
import { listDocumentsOfYear } from './records/issued-documents.ts';

/** The school's documents can be checked: `signed-cards` is on. */
export const answersForDocuments = (): boolean => school().options.includes('signed-cards');

/**
 * Signs documents under their numbers, for the transaction that issues them; null where the school signs nothing. What
 * signs is loaded where there is something to sign. A query, and the signer's requests.
 */
export async function signNumbered(
  numbered: readonly { content: DocumentContent; number: string }[],
  { issuedIn, now }: { issuedIn: number; now: Date },
): Promise<{ signed: readonly { statusIndex: number }[]; changes: Action[] } | null> {
  if (!answersForDocuments()) return null;
  const { signDocuments, signsDocuments } = await import('../signed-cards/proofs/sign-documents.ts');
  if (!signsDocuments()) return null;
  const ofYear = await listDocumentsOfYear(issuedIn);
  const proofs = await signDocuments(numbered.map(toDocumentToSign), { issuedIn, ofYear, now });
  return (
    proofs && {
      signed: proofs.signed,
      changes: [...proofs.signed.map(({ item }) => SignedDocumentEntity.create(item)), ...proofs.changes],
    }
  );
}

/** What a stranger may see of a document (rule 57): what it is, initials, class, days, averages and totals. */
function toDocumentToSign({
  content: {
    kind,
    school: { name },
    student,
    terms,
  },
  number,
}: {
  content: DocumentContent;
  number: string;
}): DocumentToSign {
  const isOfLeaving = kind === 'leaving certificate';
  return {
    studentId: student.id,
    school: name.toWellFormed(),
    title: documentTitles[kind],
    number,
    initials: initialsOf(student.name.toWellFormed()),
    classId: student.classId,
    enteredOn: isOfLeaving ? student.enteredOn : null,
    leftOn: isOfLeaving ? student.leftOn : null,
    terms: terms.map(({ year, title, average, subjects }) => ({
      year,
      title: title.toWellFormed(),
      average,
      subjects: subjects.map((subject) => ({
        title: subject.title.toWellFormed(),
        mark: subject.mark?.toWellFormed() ?? null,
        source: subject.source?.toWellFormed() ?? null,
      })),
    })),
  };
}
